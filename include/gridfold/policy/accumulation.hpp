// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Accumulation: how a thread adds up its terms. An accumulation has a name, a policy::running_sum and two members:
///
///   corrects_rounding  whether sums are more exact than additions in the terms' type. Parts of a sum, or threads'
///                      sums, are then not added up plainly
///   is_one_number      whether a sum is a single number, which atomic additions can add to
///
/// Error bounds are for n terms x_i of a type with unit roundoff u (float: 2^-24, double: 2^-53), S = sum |x_i| and the
/// exact sum s of the computed terms. Terms of order u^2 are omitted except where they dominate (Higham, Accuracy and
/// Stability of Numerical Algorithms, 2nd ed., ch. 4). If inputs come in C chunks (input `constant`), each chunk's sum
/// is rounded and added without compensation: the bounds of `compensated` and `wide` grow by C*u*S.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Plain summation: one addition per term. Error at most (n-1)*u*S.
struct plain {
  using axis = axis::accumulation;
  static constexpr bool corrects_rounding = false, is_one_number = true;
  static constexpr fixed_text name() { return "plain"; }
};

/// Compensated summation: a second variable accumulates the rounding errors (Kahan and Babuska's method in Neumaier's
/// form, by Knuth's branch-free two-sum). Six more additions per term. Error at most u*|s| + 2*(n*u)^2*S, also under
/// -ffast-math, because fences protect the additions.
struct compensated {
  using axis = axis::accumulation;
  static constexpr bool corrects_rounding = true, is_one_number = false;
  static constexpr fixed_text name() { return "compensated"; }
};

/// Summation in a wider type: terms are computed in their own type and added in `Wide`, of unit roundoff w. Error at
/// most (n-1)*w*S + u*|s|.
template <class Wide>
struct wide {
  using axis = axis::accumulation;
  static constexpr bool corrects_rounding = true, is_one_number = true;
  static_assert(
      std::floating_point<Wide>,
      "gridfold: wide adds in a type that is no floating-point number (terms would be truncated): give wide<double>");
  static constexpr fixed_text name() { return "wide"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
