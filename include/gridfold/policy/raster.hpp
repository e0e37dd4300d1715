// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Raster: the order in which blocks take the tiles of a matrix.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Takes `Rows` rows of tiles column by column, then the next `Rows` rows. Blocks that run concurrently then own a
/// compact set of tiles, which reads less of both operands and hits the L2 cache more often. raster<1>, the default,
/// goes row by row.
template <int Rows>
struct raster {
  static_assert(Rows >= 1, "gridfold: blocks take no row (raster<Rows> is below 1): give raster 1 or more rows");
  using axis = axis::raster;

  /// The grid of blocks for this grid of tiles.
  static shape3 blocks_of(shape3 tiles) { return tiles; }
  /// The tile of a block.
  static GRIDFOLD_HD index3 tile_of(index3 block, shape3 tiles)
  {
    if constexpr (Rows == 1) {
      return block;
    } else {
      const std::int64_t first = block.y / Rows * Rows, rows = tiles.y - first < Rows ? tiles.y - first : Rows;
      const std::int64_t n = (block.y - first) * tiles.x + block.x;
      return {n / rows, first + n % rows, block.z};
    }
  }

  static constexpr fixed_text name() { return fixed_text("raster:") + Rows; }
};

/// Takes the tiles column by column. Concurrent blocks of a transpose then write neighbouring memory.
struct raster_by_columns {
  using axis = axis::raster;
  static shape3 blocks_of(shape3 tiles) { return {tiles.y, tiles.x, tiles.z}; }
  static GRIDFOLD_HD index3 tile_of(index3 block, shape3 /*tiles*/) { return {block.y, block.x, block.z}; }
  static constexpr fixed_text name() { return "raster:columns"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
