// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A block's tile of lattice points in three dimensions, and the bounding boxes of the block's and the warps' points.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/policy/assignment.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The tile of block<X, Y>, coarsen<CX, CY> and planes<Z>: X CX by Y CY / Z by Z points. The rows of threads are
/// divided among the planes, so a thread's CX by CY items lie in one plane.
template <class Variant>
struct point_tile {
  using assignment = typename Variant::assignment;
  using coarsening = typename Variant::coarsening;
  using block_shape = typename Variant::block;
  static constexpr int planes = Variant::planes::count, thread_rows = block_shape::y / planes;
  static constexpr int columns = block_shape::x * coarsening::x, rows = thread_rows * coarsening::y;
  static constexpr int count = columns * rows * planes;
  static constexpr int warps = block_shape::threads / warp_threads, planes_of_warp = planes / (warps > 0 ? warps : 1);
  /// Whether each warp owns whole planes.
  static constexpr bool has_planes_of_warps =
      block_shape::threads % warp_threads == 0 && planes % (warps > 0 ? warps : 1) == 0;

  /// The rows of a thread's items that are culled for together, about 4 items, and the parts of a tile that these rows
  /// divide it into: one if a part's rows would not be side by side.
  static constexpr int rows_of_part = [] {
    const int of_four = coarsening::x < 4 ? 4 / coarsening::x : 1, own = of_four * thread_rows;
    for (int item = 0; item < coarsening::y; ++item)
      for (int t = 0; t < thread_rows; ++t)
        if (item_of<assignment, thread_rows, coarsening::y>(t, item) / own != item / of_four) return coarsening::y;
    return coarsening::y % of_four == 0 ? of_four : coarsening::y;
  }();
  static constexpr int parts = coarsening::y / rows_of_part;

  /// The blocks that cover a lattice's shape.
  static shape3 grid(shape3 shape)
  {
    return {ceil_div(shape.x, columns), ceil_div(shape.y, rows), ceil_div(shape.z, planes)};
  }

  static GRIDFOLD_HD std::int64_t column(index3 block, thread t, int item)
  {
    return block.x * columns + item_of<assignment, block_shape::x, coarsening::x>(t.x, item);
  }
  static GRIDFOLD_HD std::int64_t row(index3 block, thread t, int item)
  {
    return block.y * rows + item_of<assignment, thread_rows, coarsening::y>(t.y % thread_rows, item);
  }
  static GRIDFOLD_HD std::int64_t plane(index3 block, thread t) { return block.z * planes + t.y / thread_rows; }

  /// The lattice index of a thread's item.
  static GRIDFOLD_HD index3 index(index3 block, thread t, int item)
  {
    return {column(block, t, item % coarsening::x), row(block, t, item / coarsening::x), plane(block, t)};
  }

  /// The number of a point among the block's points, from its place in the block or from a thread's item.
  static GRIDFOLD_HD int number(int column, int row, int plane) { return (plane * rows + row) * columns + column; }
  static GRIDFOLD_HD int number(thread t, int item)
  {
    const index3 at = index({0, 0, 0}, t, item);
    return number(static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z));
  }

  /// The bounding box of a block's points.
  template <class T>
  static GRIDFOLD_HD point_bounds<T> bounds(const lattice_axes<T>& axes, index3 block)
  {
    return bounds(axes, block, 0, rows, 0, planes);
  }
  /// The bounding box of a warp's points in a part of the tile.
  template <class T>
  static GRIDFOLD_HD point_bounds<T> bounds_of_warp(const lattice_axes<T>& axes, index3 block, int warp, int part)
  {
    constexpr int height = rows / parts;
    return bounds(axes, block, part * height, height, warp * planes_of_warp, planes_of_warp);
  }

 private:
  template <class T>
  static GRIDFOLD_HD point_bounds<T> bounds(const lattice_axes<T>& axes, index3 block, int first_row, int height,
                                            int first_plane, int depth)
  {
    const shape3& points = axes.where.shape;
    const index3 first{block.x * columns, block.y * rows + first_row, block.z * planes + first_plane};
    return {axes.at(first.x, first.y, first.z),
            axes.at(last(first.x, columns, points.x), last(first.y, height, points.y), last(first.z, depth, points.z))};
  }
  /// The last of `size` indices from `first` on that is less than `points`; `first` if none is.
  static GRIDFOLD_HD std::int64_t last(std::int64_t first, int size, std::int64_t points)
  {
    const std::int64_t end = first + size < points ? first + size : points;
    return end > first ? end - 1 : first;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
