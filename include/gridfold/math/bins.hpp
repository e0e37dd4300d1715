// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Bins of a histogram: they map a value to its bin. Your own bins are any type with `static constexpr int count`, the
/// number of bins, and `int operator()(value) const`, for the host and the device; a result that is no bin's number,
/// from 0 to count - 1, is not counted.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Bins for values of type T.
template <class B, class T>
concept bins_of = requires(const B bins, const T value)
{
  requires B::count >= 1;
  {
    bins(value)
    } -> std::same_as<int>;
};

namespace math
{

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
/// An integer, standard or of 128 bits; std::integral includes the latter only with compiler extensions.
template <class T>
concept integer = std::integral<T> || std::same_as<T, int128> || std::same_as<T, uint128>;
#else
template <class T>
concept integer = std::integral<T>;
#endif

}  // namespace math

namespace detail
{

/// Bins of equal width for values of type T. Borders and values are first multiplied by a power of two that makes the
/// larger border about 2^20, so that the arithmetic neither overflows nor underflows.
template <class T>
class even_scale {
 public:
  even_scale(double low, double high, int count)
  {
    constexpr int most_exponent = sizeof(T) <= 4 ? 100 : 1000;
    int exponent = 0;
    (void)std::frexp(std::fmax(std::fabs(low), std::fabs(high)), &exponent);
    const double scale = std::ldexp(1.0, 20 - exponent < most_exponent ? 20 - exponent : most_exponent);
    low_ = nearest(low);
    high_ = nearest(high);
    scale_ = static_cast<T>(scale);
    const bool is_in_range = std::fabs(low) <= static_cast<double>(std::numeric_limits<T>::max());
    scaled_low_ = static_cast<T>((is_in_range ? static_cast<double>(low_) : low) * scale);
    per_width_ = nearest(count / (high * scale - low * scale));
  }

  /// The bin of a value, or -1. Fusing the subtraction with the multiplication changes no bin: the product with the
  /// scale is exact unless it is tiny.
  GRIDFOLD_HD int bin(T value, int count) const
  {
    if (!(value >= low_ && value < high_)) return -1;
    const T at = (value * scale_ - scaled_low_) * per_width_;
    return at < static_cast<T>(count) ? static_cast<int>(at) : count - 1;
  }

 private:
  /// The nearest finite number. Infinity if the border exceeds all finite numbers.
  static T nearest(double x)
  {
    using limits = std::numeric_limits<T>;
    if (x > static_cast<double>(limits::max())) return limits::infinity();
    return x < static_cast<double>(limits::lowest()) ? limits::lowest() : static_cast<T>(x);
  }

  T low_, high_, scale_, scaled_low_, per_width_;
};

}  // namespace detail

/// A bin for each of the integers from 0 to Count - 1.
template <int Count>
struct value_bins {
  static constexpr int count = Count;

  template <math::integer T>
  GRIDFOLD_HD int operator()(T value) const
  {
    const auto number = static_cast<std::uint64_t>(value);  // a negative value becomes large
    return number < static_cast<std::uint64_t>(Count) && static_cast<T>(number) == value ? static_cast<int>(number)
                                                                                         : -1;
  }
};

/// `Count` bins of equal width from low to high; `high` itself is in no bin. Both are rounded to the type of the
/// values. A floating-point value lies in bin floor((value - low) * (Count / (high - low))), computed in its type
/// without overflow or underflow, for any positive width. NaN lies in no bin. Integers are converted to double. Results
/// are equal on every executor.
template <int Count>
class even_bins {
 public:
  static constexpr int count = Count;

  /// Throws `error` unless low < high and both are finite.
  even_bins(double low, double high) : of_floats_(low, high, Count), of_doubles_(low, high, Count)
  {
    if (!(is_finite(low) && is_finite(high) && low < high))
      throw error({"the bins extend from ", low, " to ", high, " (no interval): give a finite low below high"});
  }

  template <class T>
  requires(std::floating_point<T> || math::integer<T>) GRIDFOLD_HD int operator()(T value) const
  {
    if constexpr (std::floating_point<T> && sizeof(T) <= 4)
      return of_floats_.bin(static_cast<float>(value), Count);
    else
      return of_doubles_.bin(static_cast<double>(value), Count);
  }

 private:
  detail::even_scale<float> of_floats_;
  detail::even_scale<double> of_doubles_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
