// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Bins of a histogram: which one a value lies in. Bins of your own are any type with `static constexpr int count`, the
/// number of bins, and `int operator()(value) const`, for the host and the device; a result that is no bin's number,
/// from 0 to count - 1, is not counted.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <type_traits>

namespace gridfold
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

/// A bin for each of the integers from 0 to Count - 1.
template <int Count>
struct value_bins {
  static constexpr int count = Count;

  template <std::integral T>
  GRIDFOLD_HD int operator()(T value) const
  {
    const auto number = static_cast<std::uint64_t>(value);  // a negative one becomes large
    return number < static_cast<std::uint64_t>(Count) ? static_cast<int>(number) : -1;
  }
};

/// Count bins of equal width from low to high, which is in no bin. A floating-point value lies in bin number
/// floor((value - low) * (Count / (high - low))), as computed in its type; NaN lies in none.
template <int Count>
class even_bins {
 public:
  static constexpr int count = Count;

  /// Throws `error` unless low < high and both are finite.
  even_bins(double low, double high) : low_(low), high_(high), per_width_(Count / (high - low))
  {
    if (!(low < high && per_width_ > 0 && per_width_ < 1e300))
      throw error({"the bins extend from ", low, " to ", high, " (no interval): give a finite low below high"});
  }

  template <std::floating_point T>
  GRIDFOLD_HD int operator()(T value) const
  {
    if (!(value >= static_cast<T>(low_) && value < static_cast<T>(high_))) return -1;
    const int bin = static_cast<int>((value - static_cast<T>(low_)) * static_cast<T>(per_width_));
    return bin < Count ? bin : Count - 1;
  }

 private:
  double low_, high_, per_width_;
};

}  // namespace gridfold
