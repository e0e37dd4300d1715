// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The matrix product by gathering: a thread owns elements of the result and reads a row and a column for each,
/// directly or through tiles in shared memory. Source: Kirk, Hwu and El Hajj, 4th ed., ch. 5 and 6.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/parts/operand_tile.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/policy/loading.hpp>
#include <gridfold/view/transposed.hpp>

namespace gridfold::kernel
{

/// The shared memory for tiles of both operands, by input policy.
template <class Input, class T, int Rows, int Columns>
struct product_storage {
  using type = nothing_shared;
};
template <int Depth, class T, int Rows, int Columns>
struct product_storage<shared_tile<Depth>, T, Rows, Columns> {
  struct type {
    using left = operand_tile<T, Depth, Rows>;
    using right = operand_tile<T, Depth, Columns>;
    alignas(16) typename left::elements left_tile;
    alignas(16) typename right::elements right_tile;
  };
};

/// The sums of one thread: coarsening::y rows by coarsening::x columns. A step of the inner dimension reads y + x
/// elements for y * x multiply-adds.
template <class Variant, class T>
struct product_tile {
  static constexpr int rows = Variant::coarsening::y, columns = Variant::coarsening::x;

  math::running_sum<typename Variant::accumulation, T> sum[rows][columns];

  /// Adds the products left(j) * right(i).
  template <class Left, class Right>
  GRIDFOLD_HD void add(Left left, Right right)
  {
    T from_row[rows], from_column[columns];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) from_row[j] = left(j);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) from_column[i] = right(i);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int i = 0; i < columns; ++i) sum[j][i].add(from_row[j] * from_column[i]);
    }
  }
};

/// C = A B for views of rank 2. Neighbouring threads own neighbouring columns of C.
template <class Variant, class A, class B, class C>
struct gather_product {
  using variant = Variant;
  using input = typename Variant::input;
  using block_shape = typename Variant::block;
  using coarsening = typename Variant::coarsening;
  using item_map = typename Variant::item_map;
  using value = typename A::value_type;
  using sums = product_tile<Variant, value>;

  /// Rows and columns of C that a block owns.
  static constexpr int rows = block_shape::y * coarsening::y, columns = block_shape::x * coarsening::x;
  using shared_storage = typename product_storage<input, value, rows, columns>::type;

  A a;
  B b;
  C c;

  /// The grid for a result of this many rows and columns.
  static shape3 grid(std::int64_t height, std::int64_t width)
  {
    return {ceil_div(width, columns), ceil_div(height, rows), 1};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto owned_sums = block.template per_thread<sums>();
    if constexpr (policy::is_shared<input>)
      add_tile_by_tile(block, owned_sums);
    else
      block.each_thread([&](thread t) { add_directly(block.index(), t, owned_sums[t]); });
    block.each_thread([&](auto t) { write(block.index(), t, owned_sums[t]); });
  }

 private:
  [[nodiscard]] GRIDFOLD_HD std::int64_t height() const { return a.extent(0); }
  [[nodiscard]] GRIDFOLD_HD std::int64_t width() const { return b.extent(1); }
  [[nodiscard]] GRIDFOLD_HD std::int64_t depth() const { return a.extent(1); }

  /// The row and the column, within the block, of a thread's item.
  static GRIDFOLD_HD int row(thread t, int item) { return item_of<item_map, block_shape::y, coarsening::y>(t.y, item); }
  static GRIDFOLD_HD int column(thread t, int item)
  {
    return item_of<item_map, block_shape::x, coarsening::x>(t.x, item);
  }

  /// Clamps an index to the edge: threads beyond the edge read valid elements, and their sums are not written.
  static GRIDFOLD_HD std::int64_t within(std::int64_t i, std::int64_t extent) { return i < extent ? i : extent - 1; }

  GRIDFOLD_HD void add_directly(index3 at, thread t, sums& total) const
  {
    std::int64_t i_at[coarsening::x], j_at[coarsening::y];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < coarsening::x; ++i) i_at[i] = within(at.x * columns + column(t, i), width());
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < coarsening::y; ++j) j_at[j] = within(at.y * rows + row(t, j), height());
    sums local = total;
    for (std::int64_t k = 0; k < depth(); ++k)
      local.add([&](int j) { return a(j_at[j], k); }, [&](int i) { return b(k, i_at[i]); });
    total = local;
  }

  /// Each pair of tiles takes two barriers, after the load and after the use.
  template <class Block, class Sums>
  GRIDFOLD_HD void add_tile_by_tile(Block& block, Sums& owned_sums) const
  {
    auto&& left = block.shared(member<&shared_storage::left_tile>{});
    auto&& right = block.shared(member<&shared_storage::right_tile>{});
    for (std::int64_t k = 0; k < depth(); k += input::tile) {
      block.each_thread([&](auto t) { load(block.index(), t, k, left, right); });
      block.each_thread([&](thread t) {
        sums local = owned_sums[t];
        GRIDFOLD_UNROLL_BY(8)
        for (int s = 0; s < input::tile; ++s) {
          const auto from_row =
              shared_storage::left::template read<Variant, coarsening::y>(left[s], [&](int j) { return row(t, j); });
          const auto from_column = shared_storage::right::template read<Variant, coarsening::x>(
              right[s], [&](int i) { return column(t, i); });
          local.add([&](int j) { return from_row.element[j]; }, [&](int i) { return from_column.element[i]; });
        }
        owned_sums[t] = local;
      });
    }
  }

  template <class Thread, class Left, class Right>
  GRIDFOLD_HD void load(index3 at, Thread t, std::int64_t k, Left& left, Right& right) const
  {
    constexpr bool by_rows = std::is_same_v<typename Variant::loading, row_by_row>;
    const std::int64_t first_row = at.y * rows, first_column = at.x * columns;
    shared_storage::left::template load<by_rows || !view::is_column_major<A>, block_shape::threads>(
        left, t, depth() - k, height() - first_row, [&](int s, int line) { return a(first_row + line, k + s); });
    shared_storage::right::template load<!by_rows && view::is_column_major<B>, block_shape::threads>(
        right, t, depth() - k, width() - first_column, [&](int s, int line) { return b(k + s, first_column + line); });
  }

  template <class Thread>
  GRIDFOLD_HD void write(index3 at, Thread t, const sums& total) const
  {
    unrolled<coarsening::y, coarsening::x>(t, [&](int j, int i) {
      const std::int64_t r = at.y * rows + row(t, j), s = at.x * columns + column(t, i);
      if (r < height() && s < width()) c(r, s) = static_cast<typename C::value_type>(total.sum[j][i].value());
    });
  }
};

}  // namespace gridfold::kernel
