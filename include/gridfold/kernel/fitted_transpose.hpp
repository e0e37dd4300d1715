// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of thin and of small matrices through shared memory: a block's tile has the shape that fits the
/// matrix, so that it is contiguous in the input, in the output, or in both, whatever the number of rows and columns.
///
/// Elements are numbered as they lie in a tile of the input, and of the output. The number n of the input's order is at
/// place(n) in shared memory. There is one barrier, between reading and writing.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::kernel
{

/// Divides by a number that is known when a kernel is launched, by a multiplication: exact for numbers below 2^15.
struct small_divisor {
  int divisor;
  std::uint32_t factor;

  explicit small_divisor(int d) : divisor(d), factor((std::uint32_t{1} << 31) / static_cast<std::uint32_t>(d) + 1) {}
  [[nodiscard]] GRIDFOLD_HD int quotient(int n) const
  {
    return static_cast<int>((std::uint64_t{2} * static_cast<std::uint32_t>(n) * factor) >> 32);
  }
};

/// The extents of a tile: as many whole matrices as it holds; else all of the fewer of rows and columns, if the others
/// are still a warp at least.
struct fitted_shape {
  int batches = 1, rows, columns;

  /// The shape of at most `items` elements, whose number is a multiple of `group` where possible.
  fitted_shape(std::int64_t of_batches, std::int64_t of_rows, std::int64_t of_columns, int items, int group)
  {
    if (of_rows <= items && of_columns <= items && of_rows * of_columns <= items) {
      rows = static_cast<int>(of_rows);
      columns = static_cast<int>(of_columns);
      const int most = static_cast<int>(std::min<std::int64_t>(items / (rows * columns), of_batches));
      batches = rows * columns % group == 0 || most < group ? most : most / group * group;
      return;
    }
    const std::int64_t few = std::min(of_rows, of_columns);
    const int fewer = few <= items / warp_threads ? static_cast<int>(few) : 64;
    const int many = items / fewer / warp_threads * warp_threads;
    rows = of_rows < of_columns ? fewer : many;
    columns = of_rows < of_columns ? many : fewer;
  }
  [[nodiscard]] GRIDFOLD_HD int count() const { return batches * rows * columns; }
};

/// In, Out: mdspans of (row, column) or (batch, row, column).
template <class Variant, class In, class Out>
struct fitted_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int each = Variant::coarsening::items, items = block_shape::threads * each;
  static_assert(
      items < 1 << 15 && items >= 64 * warp_threads,
      "gridfold: a block has too few or too many items for a fitted tile (its shorter side has 64 elements at "
      "most): give block and coarsen 2,048 to 32,767 items");

  /// After 128 bytes there is a word of padding: elements of a column of any length are in different banks.
  static constexpr int line = sizeof(value_type) <= 64 ? 128 / static_cast<int>(sizeof(value_type)) : 1;
  static constexpr int word = sizeof(value_type) < 4 ? 4 / static_cast<int>(sizeof(value_type)) : 1;
  static GRIDFOLD_HD int place(int n) { return n + n / line * word; }
  struct shared_storage {
    alignas(16) value_type tile[static_cast<unsigned>(items + items / line * word)];
  };
  static_assert(sizeof(shared_storage) <= 48 * 1024,
                "gridfold: a block's tile is larger than 48 KiB (the limit of static shared memory): choose a smaller "
                "block or coarsening factor");

  static constexpr int group = Variant::vectors::width;
  static constexpr bool in_groups = view::matrix<In>::template has_words<group> && each % group == 0;
  static constexpr bool out_groups = view::matrix<Out>::template has_words<group> && each % group == 0;

  view::matrix<In> in;
  view::matrix<Out> out;
  fitted_shape shape;
  small_divisor by_columns, by_rows;
  bool in_flat, out_flat;    ///< whether a tile is contiguous in the input, in the output
  bool in_words, out_words;  ///< whether it is loaded and stored by vectors

  fitted_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        shape(in.batches(), in.rows(), in.columns(), items, group),
        by_columns(shape.columns),
        by_rows(shape.rows),
        in_flat(in.is_contiguous() && (shape.batches > 1 || shape.columns == in.columns()) &&
                (shape.batches == 1 || shape.rows == in.rows())),
        out_flat(out.is_contiguous() && shape.rows == in.rows() &&
                 (shape.batches == 1 || shape.columns == in.columns())),
        in_words(in_groups && (in_flat ? in.is_multiple(group) && tiles_begin_at_groups()
                                       : in.is_aligned(group) && shape.columns % group == 0)),
        out_words(out_groups && (out_flat ? out.is_multiple(group) && tiles_begin_at_groups()
                                          : out.is_aligned(group) && shape.rows % group == 0))
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    const auto tiles = [](std::int64_t whole, int each_of) { return ceil_div(whole, std::int64_t{each_of}); };
    return {tiles(in.rows(), shape.rows), tiles(in.columns(), shape.columns), tiles(in.batches(), shape.batches)};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const part of(block.index(), *this);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (!of.is_whole(shape))
        read<1, false>(of, t, tile);
      else if (in_words)
        read<in_groups ? group : 1, true>(of, t, tile);
      else
        read<1, true>(of, t, tile);
    });
    block.each_thread([&](auto t) {
      if (!of.is_whole(shape))
        write<1, false>(of, t, tile);
      else if (out_words)
        write<out_groups ? group : 1, true>(of, t, tile);
      else
        write<1, true>(of, t, tile);
    });
  }

 private:
  /// Whether flat tiles begin at multiples of a group.
  [[nodiscard]] bool tiles_begin_at_groups() const
  {
    return shape.count() % group == 0 &&
           (shape.batches > 1 || in.batches() == 1 || in.rows() * in.columns() % group == 0);
  }

  /// A block's tile: its first element, and how many matrices, rows and columns of it exist.
  struct part {
    std::int64_t batch, row, column;
    int batches, rows, columns;
    GRIDFOLD_HD part(index3 block, const fitted_transpose& of)
        : batch(block.z * of.shape.batches),
          row(block.x * of.shape.rows),
          column(block.y * of.shape.columns),
          batches(left(of.in.batches() - batch, of.shape.batches)),
          rows(left(of.in.rows() - row, of.shape.rows)),
          columns(left(of.in.columns() - column, of.shape.columns))
    {
    }
    [[nodiscard]] GRIDFOLD_HD bool is_whole(const fitted_shape& all) const
    {
      return batches == all.batches && rows == all.rows && columns == all.columns;
    }

   private:
    static GRIDFOLD_HD int left(std::int64_t more, int most) { return static_cast<int>(more < most ? more : most); }
  };

  /// An element of a tile by its matrix, row and column of the input.
  struct element {
    int b, i, j;
  };
  [[nodiscard]] GRIDFOLD_HD element of_input(int n) const
  {
    const int row = by_columns.quotient(n), b = by_rows.quotient(row);
    return {b, row - b * shape.rows, n - row * shape.columns};
  }
  [[nodiscard]] GRIDFOLD_HD element of_output(int n) const
  {
    const int column = by_rows.quotient(n), b = by_columns.quotient(column);
    return {b, n - column * shape.rows, column - b * shape.columns};
  }

  /// The number of a thread's first element of vector v, of N elements.
  template <int N, class Thread>
  static GRIDFOLD_HD int first(Thread t, int v)
  {
    using along = std::conditional_t<N == group, typename Variant::item_map, interleaved>;
    return item_of<along, block_shape::threads, each>(t.rank, v * N);
  }

  /// Whether the element at a place of a tile's order exists. A vector of a whole tile exists if its first element
  /// does.
  template <bool Whole>
  [[nodiscard]] GRIDFOLD_HD bool exists(const part& of, int n, const element& at) const
  {
    return Whole ? n < shape.count() : at.b < of.batches && at.i < of.rows && at.j < of.columns;
  }

  /// Reads the tile into shared memory, in vectors of N elements.
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void read(const part& of, Thread t, Tile& tile) const
  {
    view::array<value_type, N> in_registers[each / N] = {};
    unrolled<each / N>(t, [&](int v) {
      const int n = first<N>(t, v);
      if (Whole && in_flat && view::matrix<In>::template has_words<N>) {
        if (n < shape.count()) in_registers[v] = load<N>(of, {0, 0, n});
      } else if (const element at = of_input(n); exists<Whole>(of, n, at)) {
        in_registers[v] = load<N>(of, at);
      }
    });
    constexpr int at_once = N % word == 0 ? word : 1;
    unrolled<each / N, N / at_once>(t, [&](int v, int w) {
      const int to = place(first<N>(t, v)) + w * at_once;
      view::array<value_type, at_once> values;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < at_once; ++e) values.element[e] = in_registers[v].element[w * at_once + e];
      if constexpr (at_once > 1)
        store_array(tile + to, values);
      else
        tile[to] = values.element[0];
    });
  }

  /// Writes the tile to the output, in vectors of N elements.
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write(const part& of, Thread t, const Tile& tile) const
  {
    view::array<value_type, N> in_registers[each / N] = {};
    unrolled<each / N, N>(t, [&](int v, int e) {
      const int n = first<N>(t, v) + e;
      if (const element at = of_output(n); exists<Whole>(of, n, at))
        in_registers[v].element[e] = tile[place((at.b * shape.rows + at.i) * shape.columns + at.j)];
    });
    unrolled<each / N>(t, [&](int v) {
      const int n = first<N>(t, v);
      if (Whole && out_flat && view::matrix<Out>::template has_words<N>) {
        if (n < shape.count()) store<N>(of, {0, n, 0}, in_registers[v]);
      } else if (const element at = of_output(n); exists<Whole>(of, n, at)) {
        store<N>(of, at, in_registers[v]);
      }
    });
  }

  template <int N>
  GRIDFOLD_HD view::array<value_type, N> load(const part& of, const element& at) const
  {
    if constexpr (view::matrix<In>::template has_words<N>)
      return in.template load<N>(of.batch + at.b, of.row + at.i, of.column + at.j);
    else
      return {{static_cast<value_type>(in(of.batch + at.b, of.row + at.i, of.column + at.j))}};
  }
  template <int N>
  GRIDFOLD_HD void store(const part& of, const element& at, const view::array<value_type, N>& values) const
  {
    if constexpr (view::matrix<Out>::template has_words<N>)
      out.store(of.batch + at.b, of.column + at.j, of.row + at.i, values);
    else
      out(of.batch + at.b, of.column + at.j, of.row + at.i) = values.element[0];
  }
};

}  // namespace gridfold::kernel
