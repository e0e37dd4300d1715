// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The points that the blocks and threads of a gather own.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A block owns a rectangle of points in one plane; each slice's threads own all of them.
template <class Variant>
struct owned_points {
  using block_shape = typename Variant::block;
  using coarsening = typename Variant::coarsening;
  /// Rows of threads per slice.
  static constexpr int thread_rows = block_shape::y / Variant::slices::count;
  static constexpr int columns = block_shape::x * coarsening::x, rows = thread_rows * coarsening::y;

  /// The grid for a lattice of this shape.
  static shape3 grid(shape3 shape) { return {ceil_div(shape.x, columns), ceil_div(shape.y, rows), shape.z}; }

  /// The column or row of a thread's item along x or y.
  static GRIDFOLD_HD std::int64_t column(index3 block, thread t, int item)
  {
    return block.x * columns + item_of<typename Variant::assignment, block_shape::x, coarsening::x>(t.x, item);
  }
  static GRIDFOLD_HD std::int64_t row(index3 block, thread t, int item)
  {
    const int rank = Variant::slices::count == 1 ? t.y : t.y % thread_rows;
    return block.y * rows + item_of<typename Variant::assignment, thread_rows, coarsening::y>(rank, item);
  }

  /// The first and the last point of a block.
  static GRIDFOLD_HD index3 first(index3 block) { return {block.x * columns, block.y * rows, block.z}; }
  static GRIDFOLD_HD index3 last(index3 block)
  {
    return {block.x * columns + columns - 1, block.y * rows + rows - 1, block.z};
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
