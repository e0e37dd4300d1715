// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies rows of planes to and from blocks, which ranks exchange in a transpose. A block has some rows of every plane.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The place of row j of plane k in the blocks: it begins at element first + k * pitch.
struct row_place {
  std::int64_t first, pitch;
};

/// Copies every row from the planes to the blocks, or from the blocks to the planes. Planes: a view of (z, y, x);
/// Places: a one-dimensional view of the row_place of each y; Blocks: a one-dimensional view. A thread owns one element
/// in each of coarsen::y rows.
template <class Variant, bool ToBlocks, class Planes, class Places, class Blocks>
struct move_rows {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Planes planes;
  Places places;
  Blocks blocks;

  static constexpr int items = Variant::coarsening::y, rows = block_shape::y * items;
  static_assert(Variant::coarsening::x == 1,
                "gridfold: a thread owns elements in one row (coarsen<X, Y> with X > 1): coarsen<1, Y>");

  static shape3 grid(shape3 shape) { return {ceil_div(shape.x, block_shape::x), ceil_div(shape.y, rows), shape.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::x + t.x, k = block.index().z;
      if (i >= planes.extent(2)) return;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int item = 0; item < items; ++item) {
        const std::int64_t j = block.index().y * rows + item * block_shape::y + t.y;
        if (j >= planes.extent(1)) break;
        const row_place place = places(j);
        const std::int64_t at = place.first + k * place.pitch + i;
        if constexpr (ToBlocks)
          blocks(at) = planes(k, j, i);
        else
          planes(k, j, i) = blocks(at);
      }
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
