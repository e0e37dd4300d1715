// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Operations of a reduction. An operation of your own is a trivially copyable type with
///   T operator()(T a, T b) const     associative and commutative, on host and device: a reduction combines in any
///                                    order
///   static T identity<T>()           the neutral element, also the reduction of no elements
/// Both may be templates or written for one type.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cuda/std/limits>

namespace gridfold
{

/// a + b in T: an integer sum must fit its type. Identity 0.
struct sum {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return static_cast<T>(a + b);
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return T{};
  }
};

/// The smaller of two numbers, neither NaN. Identity: infinity, or the largest integer.
struct minimum {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return b < a ? b : a;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
  }
};

/// The larger of two numbers, neither NaN. Identity: minus infinity, or the smallest integer.
struct maximum {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return a < b ? b : a;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    using limits = cuda::std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
};

/// Whether Op is an operation on Ts.
template <class Op, class T>
concept operation = requires(const Op op, T a)
{
  {
    op(a, a)
    } -> std::convertible_to<T>;
  {
    Op::template identity<T>()
    } -> std::convertible_to<T>;
};

}  // namespace gridfold
