// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One list of the cells within reach of a block's points, for all blocks: each cell relative to the cell of the
/// block's first point. Source: Kirk, Hwu and El Hajj, Programming Massively Parallel Processors, 4th ed., chapter 18
/// (cutoff binning).
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The difference between two cells in columns, rows and layers.
struct cell_offset {
  std::int16_t x, y, z;
};

/// Offsets of cells. As a member of a kernel they lie in constant memory.
struct cell_offsets {
  static constexpr int room = 5000;  ///< 30,000 of the 32,764 bytes of a launch's parameters
  int count = 0;
  cell_offset all[room];
};

/// A range of offsets along an axis, and the least distance between the points and a cell at an offset, for any place
/// of the first point in its cell.
struct offset_interval {
  double edge, extent, first, last;

  /// \param length the distance from the first point to the last
  offset_interval(double step, std::int64_t cells, bool is_periodic, double length, double reach)
      : edge(step), extent(length), first(-std::ceil(reach / step)), last(std::ceil((reach + length) / step))
  {
    if (is_periodic) return;
    const auto most = static_cast<double>(cells - 1);  // beyond it there are no cells
    first = std::max(first, -most);
    last = std::min(last, most);
  }

  [[nodiscard]] double count() const { return last - first + 1; }
  [[nodiscard]] double distance(double offset) const
  {
    return std::max({0.0, (-offset - 1) * edge, (offset - 1) * edge - extent});
  }
};

/// The offsets of all cells that may lie within `reach` of a block's points, for any place of the block.
///
/// \param extent the lengths of a block's points along each axis
/// Throws `error` for more than `room` cells.
template <class Boundary>
cell_offsets offsets_in_reach(const cell_box<Boundary>& box, const vec3& extent, double reach)
{
  constexpr bool wraps = Boundary::is_periodic;
  const offset_interval x(box.edge.x, box.shape.x, wraps, extent.x, reach),
      y(box.edge.y, box.shape.y, wraps, extent.y, reach), z(box.edge.z, box.shape.z, wraps, extent.z, reach);
  const auto refuse = [](double cells) {
    throw error({"about ", cells,
                 " cells are within reach of a block's points (the list of input source_bins has room "
                 "for ",
                 cell_offsets::room, "): make longer cells, or take input shared_tile"});
  };
  // More than half of the cells in the bounding box of a ball overlap the ball.
  const double all = x.count() * y.count() * z.count();
  if (all > 2.0 * cell_offsets::room) refuse(all / 2);
  cell_offsets found;
  for (double k = z.first; k <= z.last; ++k)
    for (double j = y.first; j <= y.last; ++j)
      for (double i = x.first; i <= x.last; ++i) {
        if (!(std::hypot(x.distance(i), y.distance(j), z.distance(k)) < reach)) continue;
        if (found.count == cell_offsets::room) refuse(all);
        found.all[found.count++] = {static_cast<std::int16_t>(i), static_cast<std::int16_t>(j),
                                    static_cast<std::int16_t>(k)};
      }
  return found;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
