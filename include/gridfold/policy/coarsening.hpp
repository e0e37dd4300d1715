// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coarsening: how many items a thread computes. Source: Kirk, Hwu and El Hajj, 4th ed., section 18.3.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// X items per thread along the fastest dimension, Y along the next. Work that items share is done once; the price is
/// registers and less parallelism.
template <int X, int Y = 1>
struct coarsen {
  static_assert(X >= 1 && Y >= 1,
                "gridfold: a coarsening factor is below 1 (a thread must own an item): give coarsen<X, Y> factors of 1 "
                "or more");
  using axis = axis::coarsening;
  static constexpr int x = X, y = Y, items = X * Y;
  static constexpr fixed_text name() { return Y == 1 ? fixed_text(X) : fixed_text(X) + "x" + Y; }
};

/// A coarsening: the items of a thread along x and y, and their product.
template <class C>
concept coarsening =
    std::same_as<typename C::axis, axis::coarsening> && C::x* C::y == C::items&& C::items >= 1 && requires
{
  {
    C::name()
    } -> std::convertible_to<fixed_text>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
