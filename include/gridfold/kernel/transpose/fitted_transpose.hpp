// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of small and of thin matrices through shared memory. A tile is several whole matrices, all rows of
/// some columns, or all columns of some rows, up to its capacity. Such a tile is contiguous in the output, in the
/// input, or in both. For other matrices it is some rows of some columns (fitted_shape.hpp).
///
/// A block loads the aligned vectors around its part of the input, or around its part of each row, and keeps them as
/// they lie: without padding, an element's number in the tile is a linear function of its row and column. If its part
/// of the output is contiguous, it stores aligned vectors, and the elements before and after them one by one. Otherwise
/// its part of each row of the output begins at a sector, up to `slack` elements before the tile's own rows, so it also
/// reads `slack` more rows of the input. There is one barrier, between reading and writing.
///
/// The shape of the tile is in kernel/transpose/fitted_shape.hpp, a block's part in kernel/transpose/fitted_part.hpp,
/// and how the host decides between vectors and elements in kernel/transpose/fitted_arguments.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/fitted_arguments.hpp>
#include <gridfold/kernel/transpose/fitted_shape.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column).
template <class Variant, class In, class Out>
struct fitted_transpose : fitted_arguments<Variant, In, Out> {
  using base = fitted_arguments<Variant, In, Out>;
  using base::base;
  using base::in, base::out, base::layout, base::loads_vectors, base::is_packed, base::stores_rows, base::row_vectors,
      base::by_vectors, base::in_tile, base::in_words, base::out_words, base::in_vector, base::out_vector, base::word,
      base::sector, base::threads, base::in_pitch;
  using typename base::loads, typename base::part, typename base::shared_storage, typename base::value_type;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const part of(block.index(), layout, in, in_pitch(), loads_vectors);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if constexpr (in_words) {
        if (loads_vectors && layout.vectors == 0 && of.is_inside) return read_vectors<false, true>(of, t, tile);
        if (loads_vectors)
          return of.is_inside ? read_vectors<true, true>(of, t, tile) : read_vectors<true, false>(of, t, tile);
      }
      read_elements(of, t, tile);
    });
    block.each_thread([&](auto t) {
      if constexpr (out_words) {
        if (is_packed)
          return layout.rows >= out_vector ? write_vectors<true>(of, t, tile) : write_vectors<false>(of, t, tile);
        if (stores_rows) return of.has_all_rows ? write_rows<true>(of, t, tile) : write_rows<false>(of, t, tile);
      }
      write_elements(of, 0, of.batches * layout.columns * layout.rows, t, tile);
    });
  }

  /// The place of a vector in the input's memory, and its number in the tile.
  struct vector_place {
    std::int64_t from;
    int to;
  };
  /// Vector n of a block. ByRows: whether each row is a separate contiguous piece.
  template <bool ByRows>
  [[nodiscard]] GRIDFOLD_HD vector_place place_of_vector(const part& of, int n) const
  {
    const int piece = ByRows ? by_vectors.quotient(n) : 0, rank = n - piece * layout.vectors;
    const int begin = of.shift + (of.low + piece) * layout.pitch, past = part::past_vector(begin);
    // Rows that need one vector less load their last vector twice.
    const int last = ByRows ? static_cast<int>(static_cast<unsigned>(past + of.length - 1) / in_vector) : rank;
    return {of.place + piece * in_pitch() - past + (rank < last ? rank : last) * in_vector,
            begin - past + rank * in_vector};
  }
  /// Inside: whether all vectors lie in the input's memory; otherwise some of their elements do not.
  template <bool ByRows, bool Inside, class Tile>
  GRIDFOLD_HD void read_vectors(const part& of, auto t, Tile& tile) const
  {
    constexpr int together = loads::together;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < of.vectors; first += together * threads) {
      view::array<value_type, in_vector> in_registers[together] = {};
      // Threads past the end repeat their first vector of the round, because only unconditional loads stay in flight
      // together.
      const auto nth = [&](int v) {
        return place_of_vector<ByRows>(of, first + v * threads < of.vectors ? first + v * threads : first);
      };
      unrolled<together>(t, [&](int v) { in_registers[v] = loaded<Inside>(nth(v).from); });
      unrolled<together>(t, [&](int v) { keep(tile, nth(v).to, in_registers[v]); });
    }
  }
  template <bool Inside>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, in_vector> loaded(std::int64_t from) const
  {
    if constexpr (Inside) {
      return in.template load_at<in_vector>(from);
    } else {
      view::array<value_type, in_vector> values = {};
      for (int e = 0; e < in_vector; ++e)
        if (from + e >= 0 && from + e < in.span()) values.element[e] = in.template load_at<1>(from + e).element[0];
      return values;
    }
  }
  /// Stores a vector one word at a time: padding shifts vectors by words, so they are not aligned.
  template <class Tile>
  GRIDFOLD_HD void keep(Tile& tile, int n, const view::array<value_type, in_vector>& values) const
  {
    constexpr int at_once = in_vector % word == 0 ? word : 1;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int w = 0; w < in_vector; w += at_once) {
      view::array<value_type, at_once> some;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < at_once; ++e) some.element[e] = values.element[w + e];
      const auto& kept = some;
      if constexpr (at_once > 1)
        store_array(tile + (in_tile.place(n) + w), kept);
      else
        tile[in_tile.place(n) + w] = some.element[0];
    }
  }

  template <class Tile>
  GRIDFOLD_HD void read_elements(const part& of, auto t, Tile& tile) const
  {
    constexpr int together = 4;
    const int count = of.batches * layout.rows * layout.columns;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < count; first += together * threads) {
      value_type in_registers[together] = {};
      unrolled<together>(t, [&](int v) {
        const fitted_element at = layout.of_input(first + v * threads);
        if (first + v * threads < count && of.contains(at.i) && at.j < of.columns)
          in_registers[v] = in(of.batch + at.b, of.row + at.i, of.column + at.j);
      });
      unrolled<together>(t, [&](int v) {
        if (first + v * threads < count)
          tile[in_tile.place(layout.number(layout.of_input(first + v * threads)))] = in_registers[v];
      });
    }
  }

 private:
  using base::of_rows;

  /// Writes the aligned vectors of the output by vector stores, and the elements before and after them one by one.
  /// Long: whether a row of the output has at least as many elements as a vector.
  template <bool Long, class Tile>
  GRIDFOLD_HD void write_vectors(const part& of, auto t, const Tile& tile) const
  {
    const std::int64_t begin = out.place(of.batch, of.column, 0);
    const int count = of.batches * of.columns * layout.rows, past = out.past_multiple(begin, out_vector);
    const int before = past == 0 ? 0 : count < out_vector - past ? count : out_vector - past;
    const int behind = before + (count - before) / out_vector * out_vector;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = before + t.rank * out_vector; first < behind; first += 2 * threads * out_vector) {
      const int second = first + threads * out_vector;
      const auto values = gathered<Long>(of, first, tile),
                 more = gathered<Long>(of, second < behind ? second : first, tile);
      out.store_at(begin + first, values);
      if (second < behind) out.store_at(begin + second, more);
    }
    write_elements(of, 0, before, t, tile);
    write_elements(of, behind, count, t, tile);
  }
  /// Reads the elements of the output from number n on.
  template <bool Long, class Tile>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, out_vector> gathered(const part& of, int n, const Tile& tile) const
  {
    view::array<value_type, out_vector> values;
    const fitted_element at = layout.of_output(n);
    int from = of.shift + layout.number(at), left = layout.rows - at.i, j = at.j;
    // Steps from past the last row to the first row of the next column, and of the next matrix.
    const int to_column = 1 - layout.rows * layout.pitch, to_matrix = 1 - layout.columns;
    if constexpr (Long) {
      // The vector has elements of at most two columns.
      const int step = j + 1 < layout.columns ? to_column : to_matrix;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < out_vector; ++e)
        values.element[e] = tile[in_tile.place(from + e * layout.pitch + (e < left ? 0 : step))];
    } else {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < out_vector; ++e) {
        values.element[e] = tile[in_tile.place(from)];
        from += layout.pitch;
        if (--left > 0) continue;
        left = layout.rows;
        j = j + 1 < layout.columns ? j + 1 : 0;
        from += j > 0 ? to_column : to_matrix;
      }
    }
    return values;
  }

  /// A vector of a row of the output that a block stores.
  struct row_vector {
    std::int64_t to;  ///< its place in the output's memory
    int i, j;         ///< its first row in the tile, and its column
    GRIDFOLD_HD row_vector(const part& own, int n, const fitted_transpose& of)
    {
      const fitted_element at = of.of_rows(n);
      const std::int64_t begin = of.out.place(own.batch, own.column + at.j, 0) + own.row + of.layout.slack;
      const int past = of.layout.slack > 0 ? of.out.past_multiple(begin, sector) : 0;
      i = of.layout.slack - past + at.i;
      j = at.j;
      to = begin - past + at.i;
    }
  };
  /// Writes rows of the output, beginning at a sector. Whole: whether all rows of the tile exist.
  template <bool Whole, class Tile>
  GRIDFOLD_HD void write_rows(const part& of, auto t, const Tile& tile) const
  {
    const int count = of.columns * row_vectors;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < count; first += 2 * threads) {
      const int second = first + threads;
      const row_vector one(of, first, *this), other(of, second < count ? second : first, *this);
      if constexpr (Whole) {
        const auto values = gathered(of, one, tile), more = gathered(of, other, tile);
        out.store_at(one.to, values);
        if (second < count) out.store_at(other.to, more);
      } else {
        write_part(of, one, tile);
        if (second < count) write_part(of, other, tile);
      }
    }
  }
  template <class Tile>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, out_vector> gathered(const part& of, const row_vector& at,
                                                                         const Tile& tile) const
  {
    view::array<value_type, out_vector> values;
    const int from = of.shift + at.i * layout.pitch + at.j;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < out_vector; ++e) values.element[e] = tile[in_tile.place(from + e * layout.pitch)];
    return values;
  }
  /// Writes the existing elements of a vector.
  template <class Tile>
  GRIDFOLD_HD void write_part(const part& of, const row_vector& at, const Tile& tile) const
  {
    if (at.i >= of.low && at.i + out_vector <= of.high) return out.store_at(at.to, gathered(of, at, tile));
    for (int e = 0; e < out_vector; ++e)
      if (of.contains(at.i + e))
        out(of.batch, of.column + at.j, of.row + at.i + e) =
            tile[in_tile.place(of.shift + (at.i + e) * layout.pitch + at.j)];
  }

  /// Writes the existing elements of the output in a range of numbers.
  template <class Tile>
  GRIDFOLD_HD void write_elements(const part& of, int from, int to, auto t, const Tile& tile) const
  {
    GRIDFOLD_UNROLL_BY(4)
    for (int n = from + t.rank; n < to; n += threads) {
      const fitted_element at = layout.of_output(n);
      if (of.contains(at.i) && at.j < of.columns)
        out(of.batch + at.b, of.column + at.j, of.row + at.i) = tile[in_tile.place(of.shift + layout.number(at))];
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
