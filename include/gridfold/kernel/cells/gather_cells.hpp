// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum with a cutoff by gathering: a block owns a tile of lattice points, and every thread reads the sources of the
/// cells within the cutoff directly from global memory. Source: Kirk, Hwu and El Hajj, Programming Massively Parallel
/// Processors, 4th ed., chapter 18 (cutoff binning). From tiles in shared memory: gather_culled.hpp; from bins:
/// gather_bins.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_sum.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sum: a cell_sum (kernel/cells/cell_sum.hpp), whose sum_tile sets up a block's points, calls gather and writes sums
template <class Sum>
struct gather_cells : Sum {
  using Sum::pair, Sum::reach;
  using T = typename Sum::number;

  /// Marks of points that sources may lie on.
  struct shared_storage {
    point_marks<typename Sum::variant> marks;
  };

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& marks = block.shared(member<&shared_storage::marks>{});
    this->sum_tile(block, marks, [&](const point_bounds<T>& box, auto& tiles) { gather(block, box, tiles); });
  }

 private:
  using Sum::for_each_source, Sum::mark_points;

  template <class Block, class Tiles>
  GRIDFOLD_HD void gather(Block& block, const point_bounds<T>& box, Tiles& tiles) const
  {
    auto&& marks = block.shared(member<&shared_storage::marks>{});
    block.each_thread([&](auto t) {
      auto local = tiles[t];
      int s = 0;
      for_each_source(t, box, reach, [&](const source<T>& from) {
        local.add(from, pair);
        if (s++ % Block::threads == t.rank) mark_points(from, box, block.index(), marks);
      });
      tiles[t] = local;
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
