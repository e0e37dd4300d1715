// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The counted number: computes like a float or double and counts its operations. As the number type of a kernel, it
/// counts the kernel's operations.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <gridfold/model/counting_scope.hpp>
#include <gridfold/model/operation_counts.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/atomic.hpp>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

template <class T>
concept arithmetic = std::is_arithmetic_v<T>;

}  // namespace detail

namespace model
{

/// The counters of this thread's counting_scope; operations on a device are not counted.
template <class T>
GRIDFOLD_HD void tally([[maybe_unused]] std::int64_t operation_counts::*operation)
{
  NV_IF_TARGET(NV_IS_HOST, (counting_scope::tally<T>(operation);))
}
GRIDFOLD_HD void tally([[maybe_unused]] std::int64_t kernel_counts::*event)
{
  NV_IF_TARGET(NV_IS_HOST, (counting_scope::tally(event);))
}
template <class T>
GRIDFOLD_HD std::uint32_t tally_multiplication()
{
  NV_IF_TARGET(NV_IS_HOST, (return counting_scope::tally_multiplication<T>();), (return 0;))
}
template <class T>
GRIDFOLD_HD void tally_fusion([[maybe_unused]] std::uint32_t one, [[maybe_unused]] std::uint32_t other)
{
  NV_IF_TARGET(NV_IS_HOST, (counting_scope::tally_fusion<T>(one, other);))
}

}  // namespace model

/// A number of type T whose arithmetic is counted; values and rounding are T's. It records whether it is a product, so
/// that a multiplication that the device fuses with an addition counts as one FMA. A change of sign is free, as on the
/// device.
template <std::floating_point T>
class counted {
  using counts = operation_counts;

 public:
  GRIDFOLD_HD constexpr counted() {}
  template <detail::arithmetic Number>
  GRIDFOLD_HD constexpr counted(Number number) : value_(static_cast<T>(number))
  {
  }
  /// Converts from the other floating-point type.
  template <class Other>
  GRIDFOLD_HD explicit counted(const counted<Other>& other) : value_(static_cast<T>(other.uncounted()))
  {
    model::tally(&kernel_counts::conversions);
  }

  [[nodiscard]] GRIDFOLD_HD constexpr T uncounted() const { return value_; }
  template <detail::arithmetic Number>
  GRIDFOLD_HD constexpr explicit operator Number() const
  {
    return static_cast<Number>(value_);
  }

  GRIDFOLD_HD friend counted operator+(const counted& a, const counted& b)
  {
    return sum(&counts::additions, a, b, a.value_ + b.value_);
  }
  GRIDFOLD_HD friend counted operator-(const counted& a, const counted& b)
  {
    return sum(&counts::subtractions, a, b, a.value_ - b.value_);
  }
  GRIDFOLD_HD friend counted operator*(const counted& a, const counted& b)
  {
    counted product = a.value_ * b.value_;
    product.multiplication_ = model::tally_multiplication<T>();
    return product;
  }
  GRIDFOLD_HD friend counted operator/(const counted& a, const counted& b)
  {
    return made_by(&counts::divisions, a.value_ / b.value_);
  }
  GRIDFOLD_HD friend counted operator-(counted a)
  {
    a.value_ = -a.value_;
    return a;
  }
  GRIDFOLD_HD counted& operator+=(const counted& b) { return *this = *this + b; }

  GRIDFOLD_HD friend bool operator<(const counted& a, const counted& b)
  {
    model::tally<T>(&counts::comparisons);
    return a.value_ < b.value_;
  }
  GRIDFOLD_HD friend bool operator<=(const counted& a, const counted& b)
  {
    model::tally<T>(&counts::comparisons);
    return a.value_ <= b.value_;
  }
  GRIDFOLD_HD friend bool operator>(const counted& a, const counted& b) { return b < a; }
  GRIDFOLD_HD friend bool operator>=(const counted& a, const counted& b) { return b <= a; }

  // Functions that the library's arithmetic uses beyond the operators.
  GRIDFOLD_HD friend counted sqrt(const counted& x) { return made_by(&counts::square_roots, std::sqrt(x.value_)); }
  GRIDFOLD_HD friend counted exp(const counted& x) { return made_by(&counts::exponentials, std::exp(x.value_)); }
  GRIDFOLD_HD friend counted ieee_quotient(const counted& a, const counted& x) { return a / sqrt(x); }
  GRIDFOLD_HD friend counted fast_rsqrt(const counted& x)
  {
    return made_by(&counts::reciprocal_roots, 1 / std::sqrt(x.value_));
  }
  GRIDFOLD_HD friend counted fast_exp2(const counted& x)
  {
    return made_by(&counts::exponentials_base2, std::exp2(x.value_));
  }
  GRIDFOLD_HD friend counted rough_rsqrt(const counted& x)
  {
    return made_by(&counts::rough_roots, math::rough_rsqrt(x.value_));
  }
  GRIDFOLD_HD friend counted fenced(const counted& x) { return x; }  // the device has no fences
  GRIDFOLD_HD friend bool is_finite(const counted& x) { return is_finite(x.value_); }
  GRIDFOLD_HD friend bool is_nan(const counted& x) { return math::is_nan(x.value_); }
  template <class To>
  GRIDFOLD_HD friend counted<To> convert_lanes(const counted& x)
  {
    return counted<To>(x);
  }

 private:
  static GRIDFOLD_HD counted made_by(std::int64_t counts::*operation, T value)
  {
    model::tally<T>(operation);
    return value;
  }
  static GRIDFOLD_HD counted sum(std::int64_t counts::*operation, const counted& a, const counted& b, T value)
  {
    model::tally_fusion<T>(a.multiplication_, b.multiplication_);
    return made_by(operation, value);
  }

  T value_ = 0;
  std::uint32_t multiplication_ = 0;  // number of the multiplication that produced it, or 0
};

template <class T>
inline constexpr bool rounds<counted<T>> = true;
template <>
inline constexpr bool math::stands_for_device_float<counted<float>> = true;
template <class T>
struct device_number<counted<T>> {
  using type = T;
};

/// A counted element of an atomic view: each addition is one atomic operation. Not thread-safe; counting runs on one
/// thread.
template <class T, thread_scope Scope>
class atomic_element<counted<T>, Scope> {
 public:
  GRIDFOLD_HD explicit atomic_element(counted<T>& element) : element_(element) {}
  GRIDFOLD_HD void operator+=(const counted<T>& term) const
  {
    model::tally(&kernel_counts::atomics);
    element_ = counted<T>(element_.uncounted() + term.uncounted());
  }

 private:
  counted<T>& element_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI

/// \cond The limits of T.
template <class T>
class cuda::std::numeric_limits<gridfold::counted<T>> : public cuda::std::numeric_limits<T> {
  using limits = cuda::std::numeric_limits<T>;

 public:
  static GRIDFOLD_HD constexpr gridfold::counted<T> min() { return limits::min(); }
  static GRIDFOLD_HD constexpr gridfold::counted<T> max() { return limits::max(); }
  static GRIDFOLD_HD constexpr gridfold::counted<T> lowest() { return limits::lowest(); }
  static GRIDFOLD_HD constexpr gridfold::counted<T> infinity() { return limits::infinity(); }
};
/// \endcond
