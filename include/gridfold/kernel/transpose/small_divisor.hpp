// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Divisions by numbers that are known at launch.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <nv/target>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Divides by a number known at launch, using a multiplication; exact for numbers below 2^15.
struct small_divisor {
  std::uint32_t factor;

  explicit small_divisor(int d) : factor((std::uint32_t{1} << 31) / static_cast<std::uint32_t>(d) + 1) {}
  [[nodiscard]] GRIDFOLD_HD int quotient(int n) const
  {
    const std::uint32_t twice = 2 * static_cast<std::uint32_t>(n);
    // __umulhi, because nvcc needs more instructions for a 64-bit product.
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return static_cast<int>(__umulhi(twice, factor));),
                      (return static_cast<int>((std::uint64_t{twice} * factor) >> 32);))
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
