// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Accumulation: how a thread adds up its terms.
///
/// The bounds are for n terms x_i of a type with unit roundoff u (float: 2^-24, double: 2^-53), S = sum |x_i| and the
/// exact sum s of the terms as computed; terms of order u^2 are left out except where they decide (Higham, Accuracy and
/// Stability of Numerical Algorithms, 2nd ed., chapter 4). Where the inputs come in chunks (input `constant`), every
/// chunk's sum is rounded and added plainly to the one before: with C chunks the bounds of `compensated` and `wide`
/// grow by C*u*S. Plain sums come in chunks for every input policy; theirs is the same.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/policy/axis.hpp>
#include <string>
#include <type_traits>

namespace gridfold
{

/// One addition a term. Error at most (n-1)*u*S.
struct plain {
  using axis = axis::accumulation;
  static std::string name() { return "plain"; }
};

/// A second variable carries what every addition loses (Kahan and Babuska's summation in Neumaier's form, by Knuth's
/// branch-free two-sum; notes 004 name Kahan's). Six additions a term more. Error at most u*|s| + 2*(n*u)^2*S. Holds
/// under -ffast-math too: the additions are fenced.
struct compensated {
  using axis = axis::accumulation;
  static std::string name() { return "compensated"; }
};

/// Terms are computed in their own type and added in `Wide`, unit roundoff w. Error at most (n-1)*w*S + u*|s|.
template <class Wide>
struct wide {
  using axis = axis::accumulation;
  static_assert(
      std::floating_point<Wide>,
      "gridfold: wide adds in a type that is no floating-point number (terms would be cut): give wide<double>");
  static std::string name() { return "wide"; }
};

template <class A>
inline constexpr bool is_wide = false;
template <class W>
inline constexpr bool is_wide<wide<W>> = true;

template <class A>
concept accumulation = std::same_as<A, plain> || std::same_as<A, compensated> || is_wide<A>;

}  // namespace gridfold
