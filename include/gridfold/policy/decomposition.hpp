// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Decomposition: whether a thread owns outputs or inputs. Source: Kirk, Hwu and El Hajj, 4th ed., section 18.2.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Output-centric: a thread reads all inputs and alone writes its outputs.
struct gather {
  using axis = axis::decomposition;
  static constexpr fixed_text name() { return "gather"; }
};

/// Input-centric: a thread reads its inputs and adds to all outputs, atomically.
struct scatter {
  using axis = axis::decomposition;
  static constexpr fixed_text name() { return "scatter"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
