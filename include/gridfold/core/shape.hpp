// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Extents and indices in three dimensions.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>

namespace gridfold
{

/// Extents along each axis. count() is at most 2^63 - 1; lattice::check ensures this.
struct shape3 {
  std::int64_t x, y, z;
  [[nodiscard]] GRIDFOLD_HD constexpr std::int64_t count() const { return x * y * z; }
  GRIDFOLD_ABI_TAG friend constexpr bool operator==(const shape3&, const shape3&) = default;
};

/// The index of an element of a shape, from 0 along each axis.
struct index3 {
  std::int64_t x, y, z;
  GRIDFOLD_ABI_TAG friend constexpr bool operator==(const index3&, const index3&) = default;
};

/// The index of element number `rank` of a shape, x fastest.
GRIDFOLD_HD constexpr index3 index_in(shape3 shape, std::int64_t rank)
{
  const std::int64_t row = rank / shape.x;
  return {rank - row * shape.x, row % shape.y, row / shape.y};
}

}  // namespace gridfold
