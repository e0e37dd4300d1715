// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sources of a box of cells that a block selects, tile by tile.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/kernel/cells/cell_axes.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A box of cells.
template <class T, class Boundary>
struct cell_intervals {
  cell_interval<T, Boundary> x, y, z;
};

/// Reads the sources of a box of cells in order, `Threads` at a time. size = keep(s, end, size) appends the selected
/// ones of sources s to s + Threads - 1, before `end`, to a tile that has `size` sources. Calls use(size) when the tile
/// has no room for `Threads` more, and at the end.
///
/// Begin: a view of the cells' first sorted sources
template <int Threads, int Room, class T, class Boundary, class Begin, class Keep, class Use>
GRIDFOLD_HD void for_each_tile(const cell_axes<T, Boundary>& cells, const cell_intervals<T, Boundary>& of,
                               const Begin& begin, Keep keep, Use use)
{
  static_assert(Room >= Threads, "each thread may keep a source");
  int size = 0;
  for (int k = 0; k < of.z.count; ++k)
    for (int j = 0; j < of.y.count; ++j)
      for (int i = 0; i < of.x.count; i += of.x.side_by_side(i)) {
        const int cell = cells.number(of.x.cell(i), of.y.cell(j), of.z.cell(k));
        const int end = begin(cell + of.x.side_by_side(i));
        for (int s = begin(cell); s < end; s += Threads) {
          size = keep(s, end, size);
          if (size + Threads <= Room) continue;
          use(size);
          size = 0;
        }
      }
  use(size);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
