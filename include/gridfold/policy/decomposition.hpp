// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Decomposition: whether a thread owns outputs or inputs. Source: notes 003.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// A thread owns outputs, which it alone writes, and reads all inputs. Output-centric (Fig. 18.6).
struct gather {
  using axis = axis::decomposition;
  static std::string name() { return "gather"; }
};

/// A thread owns inputs and adds to all outputs, atomically. Input-centric (Fig. 18.5).
struct scatter {
  using axis = axis::decomposition;
  static std::string name() { return "scatter"; }
};

template <class D>
concept decomposition = std::same_as<D, gather> || std::same_as<D, scatter>;

}  // namespace gridfold
