// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coarsening: how many items a thread works on. Source: notes 000, section 18.3.
#pragma once

#include <gridfold/core/config.hpp>
#include <gridfold/policy/axis.hpp>
#include <string>
#include <type_traits>

namespace gridfold
{

/// X items along the fastest dimension, Y along the next: what they share is computed once, at the cost of registers
/// and of parallelism.
template <int X, int Y = 1>
struct coarsen {
  static_assert(X >= 1 && Y >= 1,
                "gridfold: a coarsening factor is below 1 (a thread must own an item): give coarsen<X, Y> factors of 1 "
                "or more");
  using axis = axis::coarsening;
  static constexpr int x = X, y = Y, items = X * Y;
  static std::string name() { return Y == 1 ? std::to_string(X) : std::to_string(X) + "x" + std::to_string(Y); }
};

template <class T>
inline constexpr bool is_coarsening = false;
template <int X, int Y>
inline constexpr bool is_coarsening<coarsen<X, Y>> = true;

template <class C>
concept coarsening = is_coarsening<C>;

}  // namespace gridfold
