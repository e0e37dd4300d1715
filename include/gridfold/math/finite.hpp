// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests for inf and NaN that -ffast-math cannot remove.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cstring>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <gridfold/math/pack.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Whether x is neither infinite nor NaN. Tests the exponent bits, which -ffast-math does not affect.
GRIDFOLD_HD bool is_finite(float x) { return (cuda::std::bit_cast<std::uint32_t>(x) & 0x7f800000u) != 0x7f800000u; }
GRIDFOLD_HD bool is_finite(double x)
{
  return (cuda::std::bit_cast<std::uint64_t>(x) & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

/// Whether all lanes of a pack are finite.
template <class T, int Lanes>
GRIDFOLD_HD bool is_finite(const pack<T, Lanes>& x)
{
  using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  using words = typename math::simd_register<word, Lanes>::type;
  constexpr auto exponent = static_cast<word>(sizeof(T) == 8 ? 0x7ff0000000000000u : 0x7f800000u);
  words bits;
  std::memcpy(&bits, &x.lane, sizeof(bits));
  const auto infinite = (bits & exponent) == words{} + exponent;
  word any = 0;
  for (int l = 0; l < Lanes; ++l) any |= static_cast<word>(infinite[l]);
  return any == 0;
}

namespace math
{

/// Whether x is NaN. Tests the bits, which -ffast-math does not affect.
GRIDFOLD_HD bool is_nan(float x) { return (cuda::std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) > 0x7f800000u; }
GRIDFOLD_HD bool is_nan(double x)
{
  return (cuda::std::bit_cast<std::uint64_t>(x) & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

}  // namespace math

}  // namespace gridfold::inline GRIDFOLD_ABI
