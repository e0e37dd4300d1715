// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of small matrices through shared memory: a block's tile is as many whole matrices of a batch as it has
/// room for, so that it is contiguous in the input and in the output, whatever the number of rows and columns.
///
/// Elements are numbered as they lie in a tile of the input, and of the output. A tile begins anywhere in memory: a
/// block loads the aligned vectors around it and keeps them as they lie, and stores aligned vectors, of which the first
/// and the last may be in part another block's. There is one barrier, between reading and writing.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/parts/fitted_tile.hpp>
#include <gridfold/kernel/parts/padded_lines.hpp>
#include <gridfold/kernel/parts/small_divisor.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column), of matrices for which fits_in_tile holds.
template <class Variant, class In, class Out>
struct small_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int threads = block_shape::threads, items = fitted_items<Variant>;

  /// Elements of a vector, if the view's memory can be accessed by vectors, else 1.
  template <class View>
  static constexpr int vector_of =
      view::matrix<View>::template has_words<Variant::vectors::width> ? Variant::vectors::width : 1;
  static constexpr int in_vector = vector_of<In>, out_vector = vector_of<Out>;

  using loads = loads_of_fitted_tile<Variant, value_type, in_vector>;
  static constexpr int min_resident_threads = loads::resident_threads;

  using lines = padded_lines<value_type>;
  static constexpr int word = lines::word;
  struct shared_storage {
    alignas(16) value_type tile[static_cast<unsigned>(lines::room(items + 2 * in_vector))];
  };
  static_assert(sizeof(shared_storage) <= 227 * 1024,
                "gridfold: a block's tile is larger than the 227 KiB of shared memory that a block can have: choose a "
                "smaller block or coarsening factor");

  view::matrix<In> in;
  view::matrix<Out> out;
  int rows, columns, size;  ///< of a matrix
  int batches;              ///< matrices of a tile
  bool in_flat, out_flat;   ///< whether a tile is contiguous in the input, in the output
  small_divisor by_columns, by_rows;
  lines in_tile;

  small_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        rows(static_cast<int>(in.rows())),
        columns(static_cast<int>(in.columns())),
        size(rows * columns),
        batches(static_cast<int>(std::min<std::int64_t>(items / size, in.batches()))),
        in_flat(in_vector > 1 && in.is_contiguous() && in.is_multiple(1)),
        out_flat(out_vector > 1 && out.is_contiguous() && out.is_multiple(1)),
        by_columns(columns),
        by_rows(rows),
        in_tile([this](int lane) {
          const int b = lane * out_vector / size, n = lane * out_vector % size;
          return (b * rows + n % rows) * columns + n / rows;
        })
  {
  }

  [[nodiscard]] shape3 grid() const { return {1, 1, ceil_div(in.batches(), std::int64_t{batches})}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const part of(block.index(), *this);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if constexpr (in_vector > 1)
        if (in_flat) return read_vectors(of, t, tile);
      read_elements(of, 0, of.count, t, tile);
    });
    block.each_thread([&](auto t) {
      if constexpr (out_vector > 1)
        if (out_flat) return rows >= out_vector ? write_vectors<true>(of, t, tile) : write_vectors<false>(of, t, tile);
      write_elements(of, 0, of.count, t, tile);
    });
  }

 private:
  /// A block's matrices.
  struct part {
    std::int64_t batch;  ///< the first one
    int count;           ///< their elements
    int shift, to;       ///< how many elements the tile begins after a vector, in the input and in the output
    GRIDFOLD_HD part(index3 block, const small_transpose& of)
        : batch(block.z * of.batches),
          count((of.in.batches() - batch < of.batches ? static_cast<int>(of.in.batches() - batch) : of.batches) *
                of.size),
          shift(of.in_flat ? of.in.past_multiple(batch * of.size, in_vector) : 0),
          to(of.out_flat ? of.out.past_multiple(batch * of.size, out_vector) : 0)
    {
    }
  };

  /// An element of a tile by its matrix, row and column of the input.
  struct element {
    int b, i, j;
  };
  [[nodiscard]] GRIDFOLD_HD element of_input(int n) const
  {
    const int row = by_columns.quotient(n), b = by_rows.quotient(row);
    return {b, row - b * rows, n - row * columns};
  }
  [[nodiscard]] GRIDFOLD_HD element of_output(int n) const
  {
    const int column = by_rows.quotient(n), b = by_columns.quotient(column);
    return {b, n - column * rows, column - b * columns};
  }
  /// The number in the input's order.
  [[nodiscard]] GRIDFOLD_HD int number(const element& at) const { return (at.b * rows + at.i) * columns + at.j; }

  template <class Thread, class Tile>
  GRIDFOLD_HD void read_vectors(const part& of, Thread t, Tile& tile) const
  {
    constexpr int together = loads::together, step = threads * in_vector;
    const std::int64_t begin = of.batch * size - of.shift;
    // The first and the last vector may leave the view's memory: then they are read element by element.
    const int end = (of.shift + of.count + in_vector - 1) / in_vector * in_vector;
    const bool leaves_before = begin < 0;
    const bool leaves_behind = begin + end > in.span();
    const int low = leaves_before ? in_vector : 0, high = leaves_behind ? end - in_vector : end;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = low + t.rank * in_vector; first < high; first += together * step) {
      view::array<value_type, in_vector> in_registers[together] = {};
      // Past the end a thread repeats its first vector of this round: only unconditional loads stay in flight together.
      const auto nth = [&](int v) { return first + v * step < high ? first + v * step : first; };
      unrolled<together>(t, [&](int v) { in_registers[v] = in.template load_at<in_vector>(begin + nth(v)); });
      unrolled<together>(t, [&](int v) { keep(tile, nth(v), in_registers[v]); });
    }
    if (leaves_before) read_elements(of, 0, in_vector, t, tile);
    if (leaves_behind) read_elements(of, high, end, t, tile);
  }
  /// Keeps a vector in words, since padding may follow each.
  template <class Tile>
  GRIDFOLD_HD void keep(Tile& tile, int n, const view::array<value_type, in_vector>& values) const
  {
    constexpr int at_once = in_vector % word == 0 ? word : 1;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int w = 0; w < in_vector; w += at_once) {
      view::array<value_type, at_once> some;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < at_once; ++e) some.element[e] = values.element[w + e];
      if constexpr (at_once > 1)
        store_array(tile + (in_tile.place(n) + w), some);
      else
        tile[in_tile.place(n) + w] = some.element[0];
    }
  }

  /// Reads what the block has of the elements from one number to another in shared memory.
  template <class Thread, class Tile>
  GRIDFOLD_HD void read_elements(const part& of, int from, int to, Thread t, Tile& tile) const
  {
    constexpr int together = 4;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = from + t.rank; first < to; first += together * threads) {
      value_type in_registers[together] = {};
      unrolled<together>(t, [&](int v) {
        const int n = first + v * threads - of.shift;
        if (n < 0 || n >= of.count || first + v * threads >= to) return;
        const element at = of_input(n);
        in_registers[v] = in(of.batch + at.b, at.i, at.j);
      });
      unrolled<together>(t, [&](int v) {
        const int n = first + v * threads;
        if (n < to) tile[in_tile.place(n)] = in_registers[v];
      });
    }
  }

  /// Writes aligned vectors of the output, and what is before and behind them element by element. Long: whether a row
  /// of the output has no fewer elements than a vector.
  template <bool Long, class Thread, class Tile>
  GRIDFOLD_HD void write_vectors(const part& of, Thread t, const Tile& tile) const
  {
    const std::int64_t begin = of.batch * size;
    const int before = of.to == 0 ? 0 : of.count < out_vector - of.to ? of.count : out_vector - of.to;
    const int behind = before + (of.count - before) / out_vector * out_vector;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = before + t.rank * out_vector; first < behind; first += 2 * threads * out_vector) {
      const int second = first + threads * out_vector;
      const auto values = gathered<Long>(of, first, tile),
                 more = gathered<Long>(of, second < behind ? second : first, tile);
      out.store_at(begin + first, values);
      if (second < behind) out.store_at(begin + second, more);
    }
    write_elements(of, 0, before, t, tile);
    write_elements(of, behind, of.count, t, tile);
  }
  /// The elements of the output from number n on.
  template <bool Long, class Tile>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, out_vector> gathered(const part& of, int n, const Tile& tile) const
  {
    view::array<value_type, out_vector> values;
    if constexpr (Long) {
      // The vector has elements of two rows at most. From the end of one to the next it is a step back by a matrix, or
      // on to the next matrix.
      const element at = of_output(n);
      const int first = of.shift + number(at), left = rows - at.i, step = at.j + 1 < columns ? 1 - size : 1 - columns;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < out_vector; ++e)
        values.element[e] = tile[in_tile.place(first + e * columns + (e < left ? 0 : step))];
    } else {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < out_vector; ++e) values.element[e] = tile[in_tile.place(of.shift + number(of_output(n + e)))];
    }
    return values;
  }

  template <class Thread, class Tile>
  GRIDFOLD_HD void write_elements(const part& of, int from, int to, Thread t, const Tile& tile) const
  {
    GRIDFOLD_UNROLL_BY(4)
    for (int n = from + t.rank; n < to; n += threads) {
      const element at = of_output(n);
      out(of.batch + at.b, at.j, at.i) = tile[in_tile.place(of.shift + number(at))];
    }
  }
};

}  // namespace gridfold::kernel
