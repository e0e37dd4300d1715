// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The documented bounds of exponential_base2, and samples to test them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <gridfold/math/exponential.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/pack.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace test
{

/// The documented bounds of exponential_base2.
template <class T>
inline constexpr double exponential_bound = std::is_same_v<T, float> ? 0x1p-22 : 0x1p-51;

/// The documented exponent below which 2^x may be zero, and of packs is. Not taken from the library, which it checks.
template <class T>
inline constexpr int least_exact_exponent = std::is_same_v<T, float> ? -100 : -960;

/// NaN by its bits, which -ffast-math cannot remove.
template <class T>
bool is_nan(T x)
{
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr bits infinity = std::bit_cast<bits>(std::numeric_limits<T>::infinity());
  return (std::bit_cast<bits>(x) & ~(bits(1) << (8 * sizeof(T) - 1))) > infinity;
}

/// Whether a result is within the bound of exponential_base2 for x.
template <class T>
bool is_exponential_base2(T result, T x)
{
  using wide = std::conditional_t<sizeof(T) == 4, double, long double>;
  if (is_nan(x)) return is_nan(result);
  if (is_nan(result)) return false;
  if (x >= T(std::numeric_limits<T>::max_exponent)) return result > 0 && !gridfold::is_finite(result);
  if (x < T(least_exact_exponent<T>)) return result >= 0 && result <= std::ldexp(T(1), least_exact_exponent<T>);
  const wide exact = std::exp2(static_cast<wide>(x));
  return std::abs(result - exact) <= wide(exponential_bound<T>) * exact;
}

/// The ends of its range and their neighbours, the numbers about integers, and NaNs.
template <class T>
std::vector<T> exponents_at_boundaries()
{
  using limits = std::numeric_limits<T>;
  std::vector<T> all = {limits::infinity(),
                        -limits::infinity(),
                        limits::quiet_NaN(),
                        -limits::quiet_NaN(),
                        limits::max(),
                        limits::lowest(),
                        limits::denorm_min(),
                        -limits::denorm_min(),
                        limits::min(),
                        -limits::min(),
                        T(0),
                        -T(0)};
  for (int n = 4 * limits::min_exponent; n <= 4 * limits::max_exponent; ++n)
    for (const T x : {T(n), T(n) + T(0.5)})
      for (const T towards : {-limits::infinity(), x, limits::infinity()}) all.push_back(std::nextafter(x, towards));
  return all;
}

/// Random numbers from beyond the least exponent to beyond the largest, and as many close to zero.
template <class T>
std::vector<T> random_exponents(std::size_t count, unsigned seed)
{
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<T> anywhere(T(1.1) * std::numeric_limits<T>::min_exponent,
                                             T(1.1) * std::numeric_limits<T>::max_exponent),
      close(-1, 1);
  std::vector<T> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i % 2 == 0 ? anywhere(generator) : close(generator);
  return all;
}

/// The number of lanes of 2^x outside the bound. Lanes of a pack below the least exponent must be zero.
template <class P>
int wrong_lanes(const P& x)
{
  using T = typename gridfold::lane_type<P>::type;
  const P results = gridfold::exponential_base2(x);
  int wrong = 0;
  for (int l = 0; l < gridfold::lane_count<P>; ++l) {
    const T exponent = gridfold::get_lane(x, l), result = gridfold::get_lane(results, l);
    const bool is_small = exponent < T(least_exact_exponent<T>) && gridfold::lane_count<P> > 1;
    wrong += !is_exponential_base2(result, exponent) || (is_small && result != 0);
  }
  return wrong;
}

}  // namespace test
