// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests for inf and NaN that -ffast-math cannot remove.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <gridfold/math/pack.hpp>

namespace gridfold
{

/// Whether x is neither infinite nor NaN, tested by its exponent bits.
GRIDFOLD_HD bool is_finite(float x) { return (cuda::std::bit_cast<std::uint32_t>(x) & 0x7f800000u) != 0x7f800000u; }
GRIDFOLD_HD bool is_finite(double x)
{
  return (cuda::std::bit_cast<std::uint64_t>(x) & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

namespace math
{

/// True if x is NaN, by its bits.
GRIDFOLD_HD bool is_nan(float x) { return (cuda::std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) > 0x7f800000u; }
GRIDFOLD_HD bool is_nan(double x)
{
  return (cuda::std::bit_cast<std::uint64_t>(x) & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

}  // namespace math

}  // namespace gridfold
