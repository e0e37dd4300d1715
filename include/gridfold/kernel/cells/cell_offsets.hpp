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

  /// Throws `error` if there is no room; `estimate` is an estimated number of offsets.
  void add(double i, double j, double k, double estimate)
  {
    if (count == room) refuse(estimate);
    all[count++] = {static_cast<std::int16_t>(i), static_cast<std::int16_t>(j), static_cast<std::int16_t>(k)};
  }

  [[noreturn]] static void refuse(double cells)
  {
    throw error({"about ", cells,
                 " cells are within reach of a block's points (the list of input source_bins has room "
                 "for ",
                 room, "): make longer cells, or take input shared_tile"});
  }
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

/// An interval of coordinates.
struct coordinate_interval {
  double low, high;

  [[nodiscard]] coordinate_interval times(double by) const
  {
    return by < 0 ? coordinate_interval{by * high, by * low} : coordinate_interval{by * low, by * high};
  }
  [[nodiscard]] coordinate_interval plus(const coordinate_interval& other) const
  {
    return {low + other.low, high + other.high};
  }
  [[nodiscard]] double distance_to_points(double extent) const { return std::max({0.0, low - extent, -high}); }
  /// The offsets, in cells of this edge, of which some steps between two places lie in the interval.
  [[nodiscard]] coordinate_interval offsets(double edge) const
  {
    return {std::floor(low / edge), std::ceil(high / edge)};
  }
  /// The steps between two places in cells at an offset.
  static coordinate_interval of_offset(double offset, double edge)
  {
    return {(offset - 1) * edge, (offset + 1) * edge};
  }
};

/// offsets_in_reach in a triclinic box. Steps are taken along its vectors, and distances in space.
inline cell_offsets tilted_offsets_in_reach(const cell_box<boundary::triclinic>& box, const vec3& extent, double reach)
{
  const auto [lengths, tilt] = box.vectors();
  const double x_per_y = tilt.xy / lengths.y, x_per_z = tilt.xz / lengths.z, y_per_z = tilt.yz / lengths.z;
  const auto within = [&](double length) { return coordinate_interval{-reach, length + reach}; };
  const double all =
      (extent.x + 2 * reach) * (extent.y + 2 * reach) * (extent.z + 2 * reach) / (box.edge.x * box.edge.y * box.edge.z);
  if (all > 2.0 * cell_offsets::room) cell_offsets::refuse(all / 2);
  cell_offsets found;
  const auto each = [](const coordinate_interval& range, const auto& use) {
    for (double n = range.low; n <= range.high; ++n) use(n);
  };
  each(within(extent.z).offsets(box.edge.z), [&](double k) {
    const auto along_z = coordinate_interval::of_offset(k, box.edge.z), shift_y = along_z.times(y_per_z);
    each(within(extent.y).plus(shift_y.times(-1)).offsets(box.edge.y), [&](double j) {
      const auto along_y = coordinate_interval::of_offset(j, box.edge.y),
                 shift_x = along_y.times(x_per_y).plus(along_z.times(x_per_z));
      each(within(extent.x).plus(shift_x.times(-1)).offsets(box.edge.x), [&](double i) {
        const auto along_x = coordinate_interval::of_offset(i, box.edge.x);
        if (std::hypot(along_x.plus(shift_x).distance_to_points(extent.x),
                       along_y.plus(shift_y).distance_to_points(extent.y),
                       along_z.distance_to_points(extent.z)) < reach)
          found.add(i, j, k, all);
      });
    });
  });
  return found;
}

/// The offsets of all cells that may lie within `reach` of a block's points, for any place of the block.
///
/// \param extent the lengths of a block's points along each axis
/// Throws `error` for more than `room` cells.
template <class Boundary>
cell_offsets offsets_in_reach(const cell_box<Boundary>& box, const vec3& extent, double reach)
{
  if constexpr (core::is_triclinic<Boundary>) return kernel::tilted_offsets_in_reach(box, extent, reach);
  constexpr bool wraps = Boundary::is_periodic;
  const offset_interval x(box.edge.x, box.shape.x, wraps, extent.x, reach),
      y(box.edge.y, box.shape.y, wraps, extent.y, reach), z(box.edge.z, box.shape.z, wraps, extent.z, reach);
  // More than half of the cells in the bounding box of a ball overlap the ball.
  const double all = x.count() * y.count() * z.count();
  if (all > 2.0 * cell_offsets::room) cell_offsets::refuse(all / 2);
  cell_offsets found;
  for (double k = z.first; k <= z.last; ++k)
    for (double j = y.first; j <= y.last; ++j)
      for (double i = x.first; i <= x.last; ++i) {
        if (!(std::hypot(x.distance(i), y.distance(j), z.distance(k)) < reach)) continue;
        found.add(i, j, k, all);
      }
  return found;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
