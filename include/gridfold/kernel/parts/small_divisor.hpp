// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Divisions by numbers that are known when a kernel is launched.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>

namespace gridfold::kernel
{

/// Divides by a number that is known when a kernel is launched, by a multiplication: exact for numbers below 2^15.
struct small_divisor {
  std::uint32_t factor;

  explicit small_divisor(int d) : factor((std::uint32_t{1} << 31) / static_cast<std::uint32_t>(d) + 1) {}
  [[nodiscard]] GRIDFOLD_HD int quotient(int n) const
  {
    return static_cast<int>((std::uint64_t{2 * static_cast<std::uint32_t>(n)} * factor) >> 32);
  }
};

}  // namespace gridfold::kernel
