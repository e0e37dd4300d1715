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

/// The extents of a tile: as many whole matrices as it holds; else all of the fewer of rows and columns, if there is
/// room for a warp of the others and a `lead`, which the tile is read beyond its extent along them.
struct fitted_shape {
  int batches = 1, rows, columns;
  bool is_tall = false, is_flat = false;  ///< which are the others: rows, or columns

  /// The shape of at most `items` elements, whose number is a multiple of `group` where possible.
  fitted_shape(std::int64_t of_batches, std::int64_t of_rows, std::int64_t of_columns, int items, int group, int lead)
  {
    if (of_rows <= items && of_columns <= items && of_rows * of_columns <= items) {
      rows = static_cast<int>(of_rows);
      columns = static_cast<int>(of_columns);
      const int most = static_cast<int>(std::min<std::int64_t>(items / (rows * columns), of_batches));
      batches = rows * columns % group == 0 || most < group ? most : most / group * group;
      return;
    }
    const int most = items / (warp_threads + lead);
    const std::int64_t least = std::min(of_rows, of_columns);
    const int few = least <= most ? static_cast<int>(least) : std::min(most, 64);
    const int many = (items / few - lead) / warp_threads * warp_threads;
    is_flat = of_rows < of_columns;
    is_tall = !is_flat;
    rows = is_flat ? few : many;
    columns = is_flat ? many : few;
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
  /// Elements of one or two bytes take so many instructions each that only many threads hide their latency.
  static constexpr int min_resident_threads = sizeof(value_type) < 4 ? 1536 : 448;
  static constexpr int each = Variant::coarsening::items, items = block_shape::threads * each;
  static_assert(items < 1 << 15 && items >= 2048,
                "gridfold: a block has too few or too many items for a fitted tile (it has to hold a warp of several "
                "columns): give block and coarsen 2,048 to 32,767 items");

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
  /// Elements of a sector, at which the rows of a tall tile begin in the output.
  static constexpr int sector = out_groups && group <= line / 4 ? line / 4 : 1, lead = sector > group ? sector : group;

  view::matrix<In> in;
  view::matrix<Out> out;
  fitted_shape shape;
  bool in_flat, out_flat;    ///< whether a tile is contiguous in the input, in the output
  bool in_words, out_words;  ///< whether it is loaded and stored by vectors
  bool in_slants;            ///< whether each of its rows is loaded from a vector on that begins in it or before it
  int beside;                ///< how many more columns such a tile reaches into on either side
  int before;                ///< how many more rows of the input a tall tile has, so that each row of the output begins
                             ///< at a sector
  small_divisor by_columns, by_rows, by_rows_read, by_vectors;

  fitted_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        shape(in.batches(), in.rows(), in.columns(), items, group, lead),
        in_flat(in.is_contiguous() && (shape.batches > 1 || shape.columns == in.columns())),
        out_flat(out.is_contiguous() && shape.rows == in.rows()),
        in_words(in_groups && in_flat && in.is_multiple(group) && tiles_begin_at_groups()),
        out_words(out_groups &&
                  (shape.is_tall ? out.is_dense() : out_flat && out.is_multiple(group) && tiles_begin_at_groups())),
        in_slants(in_groups && shape.is_flat && in.is_dense()),
        beside(in_slants && !in.is_aligned(group) ? group : 0),
        before(shape.is_tall && out_words && !out.is_aligned(sector) ? sector : 0),
        by_columns(shape.columns),
        by_rows(shape.rows),
        by_rows_read(shape.rows + before),
        by_vectors(shape.columns / group + 1)
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    const auto tiles = [](std::int64_t whole, int each_of) { return ceil_div(whole, std::int64_t{each_of}); };
    const int beyond = before > 0 ? before - 1 : 0;
    return {tiles(in.rows() + beyond, shape.rows), tiles(in.columns(), shape.columns),
            tiles(in.batches(), shape.batches)};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const part of(block.index(), *this);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (!of.is_whole)
        read<1, false>(of, t, tile);
      else if (in_slants)
        read_slanted<in_groups ? group : 1>(of, t, tile);
      else if (in_words)
        read<in_groups ? group : 1, true>(of, t, tile);
      else
        read<1, true>(of, t, tile);
    });
    block.each_thread([&](auto t) {
      if (!of.is_whole)
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

  /// A block's tile: its first element, which may lie before the matrix, and whether all that is read of it exists.
  struct part {
    std::int64_t batch, row, column;
    bool is_whole;
    GRIDFOLD_HD part(index3 block, const fitted_transpose& of)
        : batch(block.z * of.shape.batches),
          row(block.x * of.shape.rows - of.before),
          column(block.y * of.shape.columns),
          is_whole(of.has(*this))
    {
    }
  };
  [[nodiscard]] GRIDFOLD_HD bool has(const part& tile) const
  {
    return tile.batch + shape.batches <= in.batches() && tile.row >= 0 && tile.row + before + shape.rows <= in.rows() &&
           tile.column >= beside && tile.column + shape.columns + beside <= in.columns();
  }

  /// An element of a tile by its matrix, row and column of the input.
  struct element {
    int b, i, j;
  };
  [[nodiscard]] GRIDFOLD_HD element of_input(int n) const
  {
    const int row = by_columns.quotient(n), b = by_rows_read.quotient(row);
    return {b, row - b * (shape.rows + before), n - row * shape.columns};
  }
  [[nodiscard]] GRIDFOLD_HD element of_output(int n) const
  {
    const int column = by_rows.quotient(n), b = by_columns.quotient(column);
    return {b, n - column * shape.rows, column - b * shape.columns};
  }
  /// The element n of the output in a tile with rows before it: row j of its output begins at row `before` of the tile,
  /// or up to a sector before it, where its address is aligned.
  [[nodiscard]] GRIDFOLD_HD element of_output(const part& of, int n) const
  {
    element at = of_output(n);
    if (before > 0 && at.b < shape.batches && of.column + at.j < in.columns())
      at.i += before - out.past_multiple(of.batch, of.column + at.j, sector);
    return at;
  }
  [[nodiscard]] GRIDFOLD_HD int number(const element& at) const
  {
    return (at.b * (shape.rows + before) + at.i) * shape.columns + at.j;
  }

  /// The number of a thread's first element of vector v, of N elements.
  template <int N, class Thread>
  static GRIDFOLD_HD int first(Thread t, int v)
  {
    using along = std::conditional_t<N == group, typename Variant::item_map, interleaved>;
    return item_of<along, block_shape::threads, each>(t.rank, v * N);
  }

  /// Whether an element of a tile exists. A vector of a whole tile exists if its first element does.
  template <bool Whole>
  [[nodiscard]] GRIDFOLD_HD bool exists(const part& of, const element& at) const
  {
    const std::int64_t i = of.row + at.i;
    return at.b < shape.batches &&
           (Whole || (of.batch + at.b < in.batches() && i >= 0 && i < in.rows() && of.column + at.j < in.columns()));
  }

  /// How many of a thread's vectors are moved together, so that their loads are in flight together.
  template <int N>
  static constexpr int together = each / N % 4 == 0 ? 4 : each / N;

  /// Reads the tile into shared memory, in vectors of N elements.
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void read(const part& of, Thread t, Tile& tile) const
  {
    const int count = shape.count() + before * shape.columns;
    constexpr int at_once = N % word == 0 ? word : 1;
    GRIDFOLD_UNROLL_BY(1)
    for (int start = 0; start < each / N; start += together<N>) {
      view::array<value_type, N> in_registers[together<N>] = {};
      unrolled<together<N>>(t, [&](int v) {
        const int n = first<N>(t, start + v);
        if (Whole && in_flat && view::matrix<In>::template has_words<N>) {
          if (n < count) in_registers[v] = load<N>(of, {0, 0, n});
        } else if (const element at = of_input(n); exists<Whole>(of, at)) {
          in_registers[v] = load<N>(of, at);
        }
      });
      unrolled<together<N>, N / at_once>(t, [&](int v, int w) {
        const int to = place(first<N>(t, start + v)) + w * at_once;
        view::array<value_type, at_once> values;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < at_once; ++e) values.element[e] = in_registers[v].element[w * at_once + e];
        if constexpr (at_once > 1)
          store_array(tile + to, values);
        else
          tile[to] = values.element[0];
      });
    }
  }

  /// Reads a flat tile, each of its rows in vectors from an aligned address on; elements outside the tile are dropped.
  template <int N, class Thread, class Tile>
  GRIDFOLD_HD void read_slanted(const part& of, Thread t, Tile& tile) const
  {
    GRIDFOLD_UNROLL_BY(1)
    for (int start = 0; start < each / N; start += together<N>) {
      view::array<value_type, N> in_registers[together<N>] = {};
      element at[together<N>];
      unrolled<together<N>>(t, [&](int v) {
        const int vector = first<N>(t, start + v) / N, i = by_vectors.quotient(vector);
        at[v] = {0, i, shape.columns};
        if (i >= shape.rows) return;
        const int past = in.past_multiple(of.batch, of.row + i, N) + static_cast<int>(of.column);
        at[v].j = (vector - i * (shape.columns / N + 1)) * N - (past & (N - 1));
        if (at[v].j < shape.columns) in_registers[v] = load<N>(of, at[v]);
      });
      unrolled<together<N>, N>(t, [&](int v, int e) {
        if (at[v].j + e >= 0 && at[v].j + e < shape.columns)
          tile[place(number(at[v]) + e)] = in_registers[v].element[e];
      });
    }
  }

  /// Writes the tile to the output, in vectors of N elements.
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write(const part& of, Thread t, const Tile& tile) const
  {
    GRIDFOLD_UNROLL_BY(1)
    for (int start = 0; start < each / N; start += together<N>) {
      view::array<value_type, N> in_registers[together<N>] = {};
      if (N == 1 || shape.is_tall)
        unrolled<together<N>>(t, [&](int v) {
          const element at = of_output(of, first<N>(t, start + v));
          if (!exists<Whole>(of, at)) return;
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int e = 0; e < N; ++e) in_registers[v].element[e] = tile[place(number(at) + e * shape.columns)];
        });
      else
        unrolled<together<N>, N>(t, [&](int v, int e) {
          const element at = of_output(first<N>(t, start + v) + e);
          if (exists<Whole>(of, at)) in_registers[v].element[e] = tile[place(number(at))];
        });
      unrolled<together<N>>(t, [&](int v) {
        const int n = first<N>(t, start + v);
        if (Whole && out_flat && view::matrix<Out>::template has_words<N>) {
          if (n < shape.count()) store<N>(of, {0, n, 0}, in_registers[v]);
        } else if (const element at = of_output(of, n); exists<Whole>(of, at)) {
          store<N>(of, at, in_registers[v]);
        }
      });
    }
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
