// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Operations of a reduction. An operation of your own is a trivially copyable type with
///   T operator()(T a, T b) const     associative and commutative, on host and device: a reduction combines in any
///                                    order
///   T identity<T>() const            the neutral element, also the reduction of no elements; it may be static
/// Both may be templates or written for one type.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cuda/std/limits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// The largest and the smallest value of T.
template <class T>
struct limits_of {
  using limits = cuda::std::numeric_limits<T>;
  static_assert(limits::is_specialized,
                "gridfold: minimum and maximum have no identity for this type (numeric_limits names none of its values "
                "as the largest or the smallest): pass with_identity(minimum{}, value), or specialise "
                "cuda::std::numeric_limits");

  static GRIDFOLD_HD T above_all()
  {
    if constexpr (limits::has_infinity)
      return limits::infinity();
    else
      return limits::max();
  }
  static GRIDFOLD_HD T below_all()
  {
    if constexpr (limits::has_infinity)
      return -limits::infinity();
    else
      return limits::lowest();
  }
};

}  // namespace detail

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

/// The smaller of two numbers, neither NaN. Identity: infinity, or the largest integer. For other types that have `<`
/// specialise cuda::std::numeric_limits, or take with_identity.
struct minimum {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return b < a ? b : a;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return detail::limits_of<T>::above_all();
  }
};

/// The larger of two numbers, neither NaN. Identity: minus infinity, or the smallest integer. For other types that have
/// `<` specialise cuda::std::numeric_limits, or take with_identity.
struct maximum {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return a < b ? b : a;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return detail::limits_of<T>::below_all();
  }
};

/// An operation with an identity that you give: for types whose identity the operation does not know, and for
/// operations without one, such as cuda::std::plus. Example: `with_identity(minimum{}, largest)`, of type
/// with_identity<minimum, T>.
///
/// \param op combines two values, on host and device
/// \param value the identity: combined with x it gives x
template <class Op, class T>
struct with_identity {
  Op op;
  T value;

  with_identity(const Op& combining, const T& neutral) : op(combining), value(neutral) {}

  GRIDFOLD_HD T operator()(T a, T b) const { return static_cast<T>(op(a, b)); }
  template <std::same_as<T> U>
  [[nodiscard]] GRIDFOLD_HD U identity() const
  {
    return value;
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
    op.template identity<T>()
    } -> std::convertible_to<T>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
