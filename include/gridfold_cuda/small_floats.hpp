// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floating-point numbers of 16 bits: their bits, rounded as a GPU rounds.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/atomics.hpp>
#include <gridfold_cuda/math.hpp>
#include <limits>

namespace gridfold_cuda
{

enum class rounding { to_even, to_zero, down, up };

/// The bit format of a floating-point number: a sign, `Exponent` and `Mantissa` bits.
template <int Exponent, int Mantissa>
struct small_float {
  static constexpr int least_exponent = 2 - (1 << (Exponent - 1));
  static constexpr std::uint32_t infinity = ((1u << Exponent) - 1) << Mantissa;
  static constexpr std::uint16_t nan = 0x7fff;

  /// digits * 2^exponent, with a sign.
  GRIDFOLD_WORD static std::uint16_t packed(bool negative, std::uint64_t digits, int exponent, rounding mode)
  {
    const std::uint32_t sign = negative ? 0x8000u : 0u;
    if (digits == 0) return static_cast<std::uint16_t>(sign);
    const int first = 63 - __builtin_clzll(digits) + exponent;
    const int last = (first > least_exponent ? first : least_exponent) - Mantissa, dropped = last - exponent;
    std::uint64_t kept = dropped > 63 ? 0 : dropped <= 0 ? digits << -dropped : digits >> dropped;
    // The dropped bits, in quarters of the last kept digit: 1 and 3 stand for all values in between.
    int rest = 0;
    if (dropped > 64) {
      rest = 1;
    } else if (dropped > 0) {
      const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
      rest = ((digits & half) != 0 ? 2 : 0) + ((digits & (half - 1)) != 0 ? 1 : 0);
    }
    switch (mode) {
      case rounding::to_even:
        kept += rest > 2 || (rest == 2 && (kept & 1) != 0);
        break;
      case rounding::up:
        kept += rest > 0 && !negative;
        break;
      case rounding::down:
        kept += rest > 0 && negative;
        break;
      case rounding::to_zero:
        break;
    }
    const std::uint64_t bits = kept + (static_cast<std::uint64_t>(last + Mantissa - least_exponent) << Mantissa);
    if (bits < infinity) return static_cast<std::uint16_t>(sign | bits);
    const bool finite = mode == rounding::to_zero || mode == (negative ? rounding::up : rounding::down);
    return static_cast<std::uint16_t>(sign | (infinity - finite));
  }
  template <class T>
  GRIDFOLD_WORD static std::uint16_t of(T x, rounding mode = rounding::to_even)
  {
    if constexpr (std::is_integral_v<T>) {
      const bool negative = x < T{};
      const auto digits = static_cast<std::uint64_t>(x);
      return packed(negative, negative ? 0 - digits : digits, 0, mode);
    } else {
      const auto bits = __builtin_bit_cast(std::uint64_t, static_cast<double>(x));
      const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
      const std::uint64_t fraction = bits << 12 >> 12;
      const bool negative = bits >> 63 != 0;
      if (exponent == 0x7ff)
        return fraction != 0 ? nan : static_cast<std::uint16_t>((negative ? 0x8000u : 0u) | infinity);
      return packed(negative, exponent == 0 ? fraction : fraction | std::uint64_t{1} << 52,
                    (exponent == 0 ? 1 : exponent) - 1075, mode);
    }
  }
  /// The number with these bits.
  GRIDFOLD_WORD static float value(std::uint16_t bits)
  {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16, rest = bits & 0x7fffu;
    if (rest >= infinity) return __builtin_bit_cast(float, sign | 0x7f800000u | (rest - infinity) << (23 - Mantissa));
    constexpr float scale = __builtin_bit_cast(float, static_cast<std::uint32_t>(253 + least_exponent) << 23);
    const float x = __builtin_bit_cast(float, rest << (23 - Mantissa)) * scale;
    return __builtin_bit_cast(float, sign | __builtin_bit_cast(std::uint32_t, x));
  }
};

/// a + b; an inexact sum gets an odd last digit, so that rounding it again equals rounding the exact sum.
GRIDFOLD_WORD double sum_to_odd(double a, double b)
{
  const double sum = a + b, of_b = sum - a, lost = (a - (sum - of_b)) + (b - of_b);
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if (!(lost != 0) || !__builtin_isfinite(sum) || (bits & 1) != 0) return sum;
  return __builtin_bit_cast(double, (lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

/// Sets at = change(at, by), attributed to the kernel's line at `code`.
template <class F, class Change>
GRIDFOLD_WORD F& changed_small(F& at, const F& by, const void* code, Change change)
{
  note_access(&at, sizeof(F), word_access::load, code);
  note_access(&by, sizeof(F), word_access::load, code);
  note_access(&at, sizeof(F), word_access::store, code);
  return at = change(at, by);
}

}  // namespace gridfold_cuda
