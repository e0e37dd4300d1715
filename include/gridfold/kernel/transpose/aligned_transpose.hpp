// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose through tiles whose rows begin at aligned addresses on both sides, for any alignment of the matrices'
/// rows.
///
/// A block loads the aligned vectors that cover its part of each row of the input, and keeps them in shared memory as
/// they are: the part begins some elements after the start of its first vector, the row's shift. In the output each row
/// that a block writes begins at a sector of 32 bytes, up to `slack` elements before the tile's first row, so the block
/// reads `slack` more rows of the input. There is one barrier, between reading and writing. Indices i and j count rows
/// and columns of the tile in the input. The part that a block reads and a thread's share of it are in
/// kernel/transpose/aligned_part.hpp, the places of rows in the tile in kernel/transpose/skewed_rows.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/aligned_part.hpp>
#include <gridfold/kernel/transpose/aligned_shape.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>
#include <numeric>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column).
template <class Variant, class In, class Out>
struct aligned_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int threads = block_shape::threads, bytes = static_cast<int>(sizeof(value_type));
  static constexpr bool in_words = view::matrix<In>::template has_words<1> && In::is_always_strided(),
                        out_words = view::matrix<Out>::template has_words<1> && Out::is_always_strided();

  /// The extents of a tile; a block owns fewer columns if the input's rows are not aligned. Elements per loaded vector,
  /// per sector of the output, and per stored vector.
  using shape = aligned_shape<Variant, value_type, in_words, out_words>;
  static constexpr int columns = shape::columns, rows = shape::rows, vector = shape::vector, sector = shape::sector,
                       word = shape::word;

  /// Loads: `lanes` threads share a row and load one vector of it each.
  static constexpr int lanes = columns / vector, turns = ceil_div(shape::most_rows * lanes, threads);
  /// Stores: `across` threads share a row of the output, and each stores `runs` vectors of it. A thread's next row is
  /// `down` rows further. Rows a multiple of `sector` apart have one alignment within their sectors, so a thread takes
  /// its rows in `phases`, each with distance `down * phases`.
  static constexpr int across = power_of_two(std::clamp(threads / sector, 1, std::min(warp_threads, rows / word))),
                       runs = ceil_div(rows, across*word), down = threads / across,
                       phases = sector / std::gcd(sector, down);

  using part = aligned_part<aligned_transpose>;
  using share = aligned_share<aligned_transpose>;
  using placing = typename shape::placing;
  using shared_storage = typename shape::storage;
  /// Enough for 96 KiB of loads in flight per SM: while some blocks load, others store.
  static constexpr int min_resident_threads = std::clamp(96 * 1024 / (turns * vector * bytes), 448, 1536);

  view::matrix<In> in;
  view::matrix<Out> out;
  bool loads_vectors, is_aligned;  ///< whether the input is loaded by vectors, and whether its rows begin at vectors
  bool stores_words;
  int slack;          ///< 0, or sector - 1
  int columns_owned;  ///< number of columns that a block owns
  shape3 tiles;       ///< number of tiles across, down and over the matrices
  placing tile_rows;

  aligned_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        loads_vectors(in_words && in.is_dense() && in_pitch() >= 0),
        is_aligned(loads_vectors && in.is_aligned(vector)),
        stores_words(out_words && out.is_dense()),
        slack(stores_words && !out.is_aligned(sector) ? sector - 1 : 0),
        columns_owned(std::max(balanced(columns - (loads_vectors && !is_aligned ? vector - 1 : 0)), 1)),
        tiles{ceil_div(in.columns(), columns_owned), ceil_div(in.rows() + slack, rows), in.batches()},
        tile_rows(in_pitch())
  {
  }

  /// Elements from one row of the input to the next, if the rows can be accessed by vectors.
  [[nodiscard]] GRIDFOLD_HD std::int64_t in_pitch() const
  {
    if constexpr (in_words)
      return in.pitch();
    else
      return 0;
  }

  [[nodiscard]] shape3 grid() const { return Variant::raster::blocks_of(tiles); }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const part of(Variant::raster::tile_of(block.index(), tiles), *this);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if constexpr (in_words)
        if (of.has_vectors) return read_vectors(of, t, tile);
      read_elements(of, t, tile);
    });
    block.each_thread([&](auto t) {
      GRIDFOLD_UNROLL_BY(1)
      for (int phase = 0; phase < phases; ++phase) {
        const share own(of, t, phase, *this);
        if (out_words && stores_words)
          write_words<out_words>(of, own, t, tile);
        else
          write_words<false>(of, own, t, tile);
        if (word > 1 && !of.is_whole) write_parts_of_words(of, own, t, tile);
      }
    });
  }

 private:
  /// A number of columns per block, at most `most`, that divides the columns almost evenly among blocks.
  [[nodiscard]] int balanced(int most) const
  {
    const int each = static_cast<int>(ceil_div(in.columns(), std::max(ceil_div(in.columns(), most), std::int64_t{1})));
    return is_aligned ? ceil_div(each, vector) * vector : each;
  }

  /// Threads beyond the matrix load the nearest row or the last vector, because unconditional loads are in flight
  /// together.
  template <class Tile>
  GRIDFOLD_HD void read_vectors(const part& of, auto t, Tile& tile) const
  {
    const int last = of.vectors - 1;
    view::array<value_type, vector> in_registers[turns] = {};
    unrolled<turns>(t, [&](int n) {
      const int i = row_of(t, n), v = lane_of(t, n);
      if (has(i, n))
        in_registers[n] = in.template load_around<vector>(of.first_place + (of.nearest(i) - of.low) * in.pitch() +
                                                          (v < last ? v : last) * vector);
    });
    unrolled<turns>(t, [&](int n) {
      const int i = row_of(t, n);
      const auto& values = in_registers[n];
      if (has(i, n)) store_array(tile + (tile_rows.row(i) + lane_of(t, n) * vector), values);
    });
  }
  /// The row that a thread loads in a turn, and the vector within it.
  static GRIDFOLD_HD int row_of(thread t, int turn)
  {
    const auto rank = static_cast<unsigned>(t.rank), before = static_cast<unsigned>(turn * threads);
    return static_cast<int>(threads % lanes == 0 ? before / lanes + rank / lanes : (before + rank) / lanes);
  }
  static GRIDFOLD_HD int lane_of(thread t, int turn)
  {
    const auto rank = static_cast<unsigned>(t.rank), before = static_cast<unsigned>(turn * threads);
    return static_cast<int>(threads % lanes == 0 ? rank % lanes : (before + rank) % lanes);
  }
  /// Whether a tile has the row that a thread loads in a turn; a compile-time constant except in the last turns.
  [[nodiscard]] GRIDFOLD_HD bool has(int i, int turn) const
  {
    return (turn + 1) * threads <= rows * lanes || i < rows + slack;
  }

  template <class Tile>
  GRIDFOLD_HD void read_elements(const part& of, auto t, Tile& tile) const
  {
    constexpr int together = 8;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < (rows + slack) * columns; first += together * threads) {
      value_type in_registers[together] = {};
      unrolled<together>(t, [&](int n) {
        const int i = (first + n * threads) / columns, j = (first + n * threads) % columns;
        if (of.contains(i) && j < of.columns_here) in_registers[n] = in(of.batch, of.row + i, of.column + j);
      });
      unrolled<together>(t, [&](int n) {
        const int i = (first + n * threads) / columns, j = (first + n * threads) % columns;
        if (of.contains(i) && j < of.columns_here) tile[element(of, i, j)] = in_registers[n];
      });
    }
  }
  /// The place in the tile of element (i, j) of a block's part.
  [[nodiscard]] GRIDFOLD_HD int element(const part& of, int i, int j) const
  {
    return tile_rows.row(i) + (loads_vectors ? tile_rows.shift(i, of.shift) : 0) + j;
  }

  /// Writes those vectors of a thread's rows that exist as a whole, by vector stores or element by element.
  template <bool ByVectors, class Tile>
  GRIDFOLD_HD void write_words(const part& of, const share& own, auto t, const Tile& tile) const
  {
    int from[runs][word];
    bool exists[runs];
    unrolled<runs>(t, [&](int r) {
      exists[r] = own.has_word(of, r);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < word; ++e) from[r][e] = element(of, own.row(r) + e, own.begin);
    });
    std::int64_t to = out_place(of, own);
    // Not unrolled: there are few iterations, and most would be in the unrolled loop's remainder.
    GRIDFOLD_UNROLL_BY(1)
    for (int j = 0; j < of.columns_here - own.begin; j += down * phases, to += out_step())
      unrolled<runs>(t, [&](int r) {
        if (!exists[r]) return;
        view::array<value_type, word> values;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < word; ++e) values.element[e] = tile[from[r][e] + j];
        if constexpr (ByVectors) {
          out.store_at(to + r * across * word, values);
        } else {
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int e = 0; e < word; ++e)
            out(of.batch, of.column + own.begin + j, of.row + own.row(r) + e) = values.element[e];
        }
      });
  }
  /// The memory place of a thread's first vector, and the distance to its next row.
  [[nodiscard]] GRIDFOLD_HD std::int64_t out_place(const part& of, const share& own) const
  {
    if constexpr (out_words)
      if (own.begin < of.columns_here) return out.place(of.batch, of.column + own.begin, 0) + of.row + own.row(0);
    return 0;
  }
  [[nodiscard]] GRIDFOLD_HD std::int64_t out_step() const
  {
    if constexpr (out_words)
      return out.pitch() * (down * phases);
    else
      return 0;
  }
  /// Writes the existing elements of a thread's incomplete vectors.
  template <class Tile>
  GRIDFOLD_HD void write_parts_of_words(const part& of, const share& own, auto t, const Tile& tile) const
  {
    rolled<runs * word>(t, [&](int n) {
      const int r = n / word, e = n % word;
      if (own.has_word(of, r) || !own.has_element(of, r, e)) return;
      const int i = own.row(r) + e, from = element(of, i, 0);
      GRIDFOLD_UNROLL_BY(1)
      for (int j = own.begin; j < of.columns_here; j += down * phases)
        out(of.batch, of.column + j, of.row + i) = tile[from + j];
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
