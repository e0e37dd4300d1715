// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Samples for reciprocal square roots, and their errors.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace test
{

/// Every float in [1, 4), or as many doubles there: 1/sqrt(x) repeats, scaled, every two octaves.
template <class T>
std::vector<T> two_octaves()
{
  std::vector<T> all(std::size_t{1} << 24);
  for (std::size_t i = 0; i < all.size(); ++i)
    if constexpr (std::is_same_v<T, float>)
      all[i] = std::bit_cast<float>(0x3f800000u + static_cast<std::uint32_t>(i));
    else
      all[i] = 1 + 3 * std::ldexp(static_cast<double>(i) + 1 / 3.0, -24);
  return all;
}

/// Positive normal numbers of every magnitude, whose square root and quotient are normal too.
template <class T>
std::vector<T> every_magnitude()
{
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> mantissa(1, 2);
  constexpr int exponent = std::is_same_v<T, float> ? 125 : 1020;
  std::vector<T> all(1 << 16);
  for (T& x : all)
    x = static_cast<T>(std::ldexp(mantissa(generator), static_cast<int>(generator() % (2 * exponent)) - exponent));
  return all;
}

/// The largest relative error of roots[i] as charge / sqrt(x[i]). In long double, for double's sake.
template <class T>
double relative_error(const std::vector<T>& roots, const std::vector<T>& x, T charge)
{
  long double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double expected = charge / std::sqrt(static_cast<long double>(x[i]));
    worst = std::max(worst, std::abs((roots[i] - expected) / expected));
  }
  return static_cast<double>(worst);
}

/// The documented bounds of `fast`.
template <class T>
inline constexpr double fast_bound = std::is_same_v<T, float> ? 0x1p-22 : 0x1p-50;

/// The documented bound of roots in software.
inline constexpr double software_bound = 8e-7;

}  // namespace test
