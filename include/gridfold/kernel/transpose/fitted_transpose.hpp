// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of small and of thin matrices through shared memory. A tile is several whole matrices, all rows of
/// some columns, or all columns of some rows: as much as there is room for, which is contiguous in the output, in the
/// input, or in both. Of other matrices it is some rows of some columns (fitted_shape.hpp).
///
/// A block loads the aligned vectors around its part of the input, or around its part of each row, and keeps them as
/// they lie: without padding, an element's number in the tile is a linear function of its row and column. If its part
/// of the output is contiguous, it stores the aligned vectors in it, and what is before and behind them element by
/// element. Else its part of each row of the output begins at a sector, up to `slack` elements before the tile's own
/// rows, so it reads as many more rows of the input. There is one barrier, between reading and writing.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/fitted_layout.hpp>
#include <gridfold/kernel/transpose/fitted_part.hpp>
#include <gridfold/kernel/transpose/fitted_shape.hpp>
#include <gridfold/kernel/transpose/fitted_tile.hpp>
#include <gridfold/kernel/transpose/padded_lines.hpp>
#include <gridfold/kernel/transpose/small_divisor.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column).
template <class Variant, class In, class Out>
struct fitted_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int threads = block_shape::threads, items = fitted_items<Variant>,
                       bytes = static_cast<int>(sizeof(value_type));

  /// Elements of a vector, if the view's memory can be accessed by vectors, else 1.
  template <class View>
  static constexpr int vector_of =
      view::matrix<View>::template has_words<Variant::vectors::width> ? Variant::vectors::width : 1;
  static constexpr int in_vector = vector_of<In>, out_vector = vector_of<Out>;
  static constexpr bool in_words = view::matrix<In>::template has_words<1> && In::is_always_strided(),
                        out_words = view::matrix<Out>::template has_words<1> && Out::is_always_strided();
  /// Elements of a sector of the output, or of a vector if that is wider.
  static constexpr int sector = std::max(32 / bytes, out_vector);

  using loads = loads_of_fitted_tile<Variant, value_type, in_vector>;
  static constexpr int min_resident_threads = loads::resident_threads;

  using part = fitted_part<in_vector>;
  using lines = padded_lines<value_type>;
  static constexpr int word = lines::word;
  using shared_storage = fitted_storage<Variant, value_type, in_vector>;

  view::matrix<In> in;
  view::matrix<Out> out;
  fitted_layout layout;
  bool loads_vectors;  ///< whether the input is loaded by vectors
  bool is_packed;      ///< whether a block's part of the output is contiguous, and stored by vectors
  bool stores_rows;    ///< whether a block stores its part of each row of the output by vectors
  int row_vectors;     ///< how many these are
  small_divisor by_vectors, by_row_vectors;
  lines in_tile;

  fitted_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        layout(problem()),
        loads_vectors(has_vectors() &&
                      (layout.batches > 1 ? in.is_contiguous() : layout.vectors > 0 || in.has_adjacent_rows())),
        is_packed(out_words && layout.has_all_rows &&
                  (layout.batches > 1 ? out.is_contiguous() : out.has_adjacent_rows())),
        stores_rows(out_words && !layout.has_all_rows && out.is_dense()),
        row_vectors(std::max((layout.rows - layout.slack) / out_vector, 1)),
        by_vectors(layout.vectors > 0 ? layout.vectors : items + 2 * in_vector),
        by_row_vectors(row_vectors),
        in_tile(in_vector, out_vector, [this](int lane) {
          return layout.number(stores_rows ? of_rows(lane) : layout.of_output(lane * out_vector));
        })
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    return {ceil_div(in.columns(), std::int64_t{layout.columns}),
            ceil_div(in.rows() + layout.slack, std::int64_t{layout.rows - layout.slack}),
            ceil_div(in.batches(), std::int64_t{layout.batches})};
  }

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

 private:
  [[nodiscard]] GRIDFOLD_HD std::int64_t in_pitch() const
  {
    if constexpr (in_words)
      return in.pitch();
    else
      return 0;
  }
  /// Whether parts of the input's rows can be loaded by vectors.
  [[nodiscard]] bool has_vectors() const { return in_words && in.is_dense() && in_pitch() >= 0; }
  [[nodiscard]] fitted_problem problem() const
  {
    const bool by_sectors = out_words && out.is_dense();
    const int vector = has_vectors() ? in_vector : 1;
    return {.batches = in.batches(),
            .rows = in.rows(),
            .columns = in.columns(),
            .items = items,
            .vector = vector,
            .is_adjacent = !has_vectors() || in.has_adjacent_rows(),
            .shift = has_vectors() && in.is_aligned(vector) ? 0 : vector - 1,
            .remainder = static_cast<int>(in_pitch() % vector),
            .sector = by_sectors ? sector : 1,
            .slack = by_sectors && !out.is_aligned(sector) ? sector - 1 : 0,
            .line = std::max(128 / bytes, 2 * vector)};
  }

  /// The first element of vector n, if rows of the output are stored by vectors.
  [[nodiscard]] GRIDFOLD_HD fitted_element of_rows(int n) const
  {
    const int j = by_row_vectors.quotient(n);
    return {0, (n - j * row_vectors) * out_vector, j};
  }

  /// Where a vector lies in the input's memory, and its number in the tile.
  struct vector_place {
    std::int64_t from;
    int to;
  };
  /// Vector n of a block. ByRows: whether rows are pieces of their own.
  template <bool ByRows>
  [[nodiscard]] GRIDFOLD_HD vector_place place_of_vector(const part& of, int n) const
  {
    const int piece = ByRows ? by_vectors.quotient(n) : 0, rank = n - piece * layout.vectors;
    const int begin = of.shift + (of.low + piece) * layout.pitch, past = part::past_vector(begin);
    // Some rows need a vector less: then the last one is loaded twice.
    const int last = ByRows ? static_cast<int>(static_cast<unsigned>(past + of.length - 1) / in_vector) : rank;
    return {of.place + piece * in_pitch() - past + (rank < last ? rank : last) * in_vector,
            begin - past + rank * in_vector};
  }
  /// Inside: whether all vectors are memory of the input, or only some of their elements.
  template <bool ByRows, bool Inside, class Thread, class Tile>
  GRIDFOLD_HD void read_vectors(const part& of, Thread t, Tile& tile) const
  {
    constexpr int together = loads::together;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < of.vectors; first += together * threads) {
      view::array<value_type, in_vector> in_registers[together] = {};
      // Past the end a thread repeats its first vector of this round: only unconditional loads stay in flight together.
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
  /// Stores a vector word by word: padding shifts vectors by words, so that they are not aligned.
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

  template <class Thread, class Tile>
  GRIDFOLD_HD void read_elements(const part& of, Thread t, Tile& tile) const
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

  /// Writes aligned vectors of the output, and what is before and behind them element by element. Long: whether a row
  /// of the output has no fewer elements than a vector.
  template <bool Long, class Thread, class Tile>
  GRIDFOLD_HD void write_vectors(const part& of, Thread t, const Tile& tile) const
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
  /// The elements of the output from number n on.
  template <bool Long, class Tile>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, out_vector> gathered(const part& of, int n, const Tile& tile) const
  {
    view::array<value_type, out_vector> values;
    const fitted_element at = layout.of_output(n);
    int from = of.shift + layout.number(at), left = layout.rows - at.i, j = at.j;
    // From behind the last row to the first one of the next column, and of the next matrix.
    const int to_column = 1 - layout.rows * layout.pitch, to_matrix = 1 - layout.columns;
    if constexpr (Long) {
      // The vector has elements of two columns at most.
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
    int i, j;         ///< the first row of the tile that it has, and its column
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
  /// Writes rows of the output from a sector on. Whole: whether all rows of the tile exist.
  template <bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write_rows(const part& of, Thread t, const Tile& tile) const
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
  /// Writes the elements of a vector that exist.
  template <class Tile>
  GRIDFOLD_HD void write_part(const part& of, const row_vector& at, const Tile& tile) const
  {
    if (at.i >= of.low && at.i + out_vector <= of.high) return out.store_at(at.to, gathered(of, at, tile));
    for (int e = 0; e < out_vector; ++e)
      if (of.contains(at.i + e))
        out(of.batch, of.column + at.j, of.row + at.i + e) =
            tile[in_tile.place(of.shift + (at.i + e) * layout.pitch + at.j)];
  }

  /// Writes the elements of the output from one number to another that exist.
  template <class Thread, class Tile>
  GRIDFOLD_HD void write_elements(const part& of, int from, int to, Thread t, const Tile& tile) const
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
