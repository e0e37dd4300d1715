// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A multiply-add with equal rounding in every place.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>

namespace gridfold::inline GRIDFOLD_ABI::math
{

/// a*b + c, fused if the processor has the instruction. Compilers fuse the plain expression only in some copies of a
/// loop (GCC for AMD's Zen does), so that a sum's last bits would depend on how a lattice is divided.
template <std::floating_point T>
GRIDFOLD_HD T multiply_add(T a, T b, T c)
{
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__aarch64__)
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace gridfold::inline GRIDFOLD_ABI::math
