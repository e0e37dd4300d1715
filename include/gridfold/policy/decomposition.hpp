// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Decomposition: whether a thread owns outputs or inputs. Source: Kirk, Hwu and El Hajj, 4th ed., section 18.2.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Output-centric: a thread reads all inputs and alone writes its outputs.
struct gather {
  using axis = axis::decomposition;
  static constexpr bool owns_outputs = true;
  static constexpr fixed_text name() { return "gather"; }
};

/// Input-centric: a thread reads its inputs and adds to all outputs, atomically.
struct scatter {
  using axis = axis::decomposition;
  static constexpr bool owns_outputs = false;
  static constexpr fixed_text name() { return "scatter"; }
};

/// A decomposition: says whether a thread alone writes the outputs that it owns, or adds to all outputs. The verb
/// chooses the kernel for it.
template <class D>
concept decomposition = std::same_as<typename D::axis, axis::decomposition> && requires
{
  {
    D::name()
    } -> std::convertible_to<fixed_text>;
  requires std::same_as<const bool, decltype(D::owns_outputs)>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
