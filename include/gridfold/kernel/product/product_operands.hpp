// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The arguments of a matrix product's kernel, which elements a thread owns, its sums of products, and how it reads a
/// step of two tiles.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/product/product_storage.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/view/transposed.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The sums of one thread: coarsening::y rows by coarsening::x columns. A step of the inner dimension reads y + x
/// elements for y * x multiply-adds.
template <class Variant, class T>
struct product_tile {
  static constexpr int rows = Variant::coarsening::y, columns = Variant::coarsening::x;

  policy::running_sum<typename Variant::accumulation, T> sum[rows][columns];

  /// Adds the products left(j) * right(i).
  template <class Left, class Right>
  GRIDFOLD_HD void add(Left left, Right right)
  {
    T from_row[rows], from_column[columns];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) from_row[j] = left(j);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) from_column[i] = right(i);
    // Down one column and up the next: consecutive multiply-adds share an operand, which is read from the register file
    // once.
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int n = 0; n < rows; ++n) {
        const int j = i % 2 == 0 ? n : rows - 1 - n;
        sum[j][i].add(from_row[j] * from_column[i]);
      }
    }
  }
};

/// A, B, C: views of rank 2. Threads that are neighbours along x (policy/warp.hpp) own neighbouring columns of C.
template <class Variant, class A, class B, class C>
struct product_operands {
  using variant = Variant;
  using input = typename Variant::input;
  using block_shape = typename Variant::block;
  using coarsening = typename Variant::coarsening;
  static constexpr bool turns_a = has_ring<Variant> && turns<Variant, !view::is_column_major<A>>;
  static constexpr bool turns_b = has_ring<Variant> && turns<Variant, view::is_column_major<B>>;
  using row_map = map_of_lines<Variant, !view::is_column_major<A>>;
  using column_map = map_of_lines<Variant, view::is_column_major<B>>;
  using value = typename A::value_type;
  using sums = product_tile<Variant, value>;

  /// Rows and columns of C that a block owns.
  static constexpr int rows = block_shape::y * coarsening::y, columns = block_shape::x * coarsening::x;
  using shared_storage = typename product_storage<input, Variant, A, B>::type;

  /// Registers per thread: with 384 resident threads, 64 float sums and their operands for 4 steps fit. With 512 (128
  /// registers) they do not, if an operand lies along k. Larger sums, such as 64 doubles, need the registers of 256
  /// threads. Smaller ones without a ring take the default of 448 (exec/kernel.hpp).
  static constexpr int resident_blocks = (sizeof(sums) <= 256 ? 384 : 256) / block_shape::threads;
  static constexpr int min_resident_threads = sizeof(sums) > (has_ring<Variant> ? 128 : 256)
                                                  ? resident_blocks* block_shape::threads
                                                  : 448;

  A a;
  B b;
  C c;
  shape3 tiles;                                     ///< how many tiles of C
  bool a_by_vectors = false, b_by_vectors = false;  ///< whether the tiles may be copied by vectors, see is_in_vectors

  /// The grid of tiles for a result of this many rows and columns.
  static shape3 tiles_of(std::int64_t height, std::int64_t width)
  {
    return {ceil_div(width, columns), ceil_div(height, rows), 1};
  }
  [[nodiscard]] shape3 grid() const { return Variant::raster::blocks_of(tiles); }

  [[nodiscard]] GRIDFOLD_HD std::int64_t height() const { return a.extent(0); }
  [[nodiscard]] GRIDFOLD_HD std::int64_t width() const { return b.extent(1); }
  [[nodiscard]] GRIDFOLD_HD std::int64_t depth() const { return a.extent(1); }

  /// The row and the column, within the block, of a thread's item.
  static GRIDFOLD_HD int row(thread t, int item)
  {
    return item_of<row_map, block_shape::y, coarsening::y>(Variant::warp::template y<block_shape>(t), item);
  }
  static GRIDFOLD_HD int column(thread t, int item)
  {
    return item_of<column_map, block_shape::x, coarsening::x>(Variant::warp::template x<block_shape>(t), item);
  }

  /// Clamps an index to the edge: threads beyond the edge read valid elements, and their sums are not written.
  static GRIDFOLD_HD std::int64_t within(std::int64_t i, std::int64_t extent) { return i < extent ? i : extent - 1; }

  /// Steps that a thread reads at a time.
  static GRIDFOLD_HD constexpr int steps_together()
  {
    constexpr int left = shared_storage::left::steps_together, right = shared_storage::right::steps_together;
    return left > right ? left : right;
  }
  template <class Left, class Right>
  static GRIDFOLD_HD void add_steps(thread t, const Left& left, const Right& right, int first, sums& to)
  {
    constexpr int steps = steps_together();
    constexpr int rows_together = policy::neighbours<row_map, block_shape::y, coarsening::y>;
    constexpr int columns_together = policy::neighbours<column_map, block_shape::x, coarsening::x>;
    const auto from_rows = shared_storage::left::template read<rows_together, coarsening::y, steps>(
        left, first, [&](int j) { return row(t, j); });
    const auto from_columns = shared_storage::right::template read<columns_together, coarsening::x, steps>(
        right, first, [&](int i) { return column(t, i); });
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < steps; ++e)
      to.add([&](int j) { return from_rows.element[e][j]; }, [&](int i) { return from_columns.element[e][i]; });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
