// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose through shared memory: a block reads a tile along the input's rows and writes it along the output's
/// rows, so that both are coalesced. Source: Fan, CUDA Programming, ch. 8.
///
/// There is one barrier, between reading and writing (at the end of each_thread, exec/block.hpp). Whole tiles are moved
/// by vectors; tiles at the edge of the matrix are read element by element, and written by vectors where whole vectors
/// exist. Both store a thread's neighbours of a row in shared memory by vectors. If a tile overhangs the matrix, a
/// thread with several elements reads the edge again instead of branching, because unconditional loads are in flight
/// together. Indices i and j count rows and columns of the tile in the input. In the output j counts rows, and i
/// columns.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/tile_map.hpp>
#include <gridfold/kernel/transpose/tile_shape.hpp>
#include <gridfold/kernel/transpose/tile_window.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column). Gathering blocks own tiles of the output, and consecutive
/// blocks follow its rows; scattering blocks own tiles of the input.
template <class Variant, class In, class Out>
struct tiled_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr bool gathers = Variant::decomposition::owns_outputs;

  using shape = tile_shape<Variant, value_type>;
  static constexpr int columns = shape::columns, rows = shape::rows;
  using mapping = typename shape::mapping;
  using shared_storage = typename shape::storage;

  /// Enough threads for 64 KiB of loads in flight per SM, which saturates its share of the bandwidth.
  static constexpr int min_resident_threads =
      std::clamp(65536 / (Variant::coarsening::items * static_cast<int>(sizeof(value_type))), 448, 2048);

  /// Elements per vector, of loads and of stores.
  static constexpr int group = Variant::vectors::width;
  static constexpr int in_word = view::matrix<In>::template has_words<group> && columns % group == 0 ? group : 1;
  static constexpr int out_word = view::matrix<Out>::template has_words<group> && rows % group == 0 ? group : 1;

  view::matrix<In> in;
  view::matrix<Out> out;
  bool in_words, out_words;  ///< whether whole tiles are loaded by vectors, and whether tiles are stored by vectors

  tiled_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        in_words(in_word > 1 && in.is_aligned(in_word)),
        out_words(out_word > 1 && out.is_aligned(out_word))
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    const std::int64_t down = ceil_div(in.rows(), rows), across = ceil_div(in.columns(), columns);
    return {gathers ? down : across, gathers ? across : down, in.batches()};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const corner at(block.index());
    const window inside(at, *this);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (!inside.is_whole)
        read<1, false>(at, inside, t, tile);
      else if (in_words)
        read<in_word, true>(at, inside, t, tile);
      else
        read<1, true>(at, inside, t, tile);
    });
    block.each_thread([&](auto t) {
      if (out_word > 1 && out_words)
        inside.is_whole ? write<out_word, true>(at, inside, t, tile) : write<out_word, false>(at, inside, t, tile);
      else
        inside.is_whole ? write<1, true>(at, inside, t, tile) : write<1, false>(at, inside, t, tile);
    });
  }

 private:
  /// The first row and column of a block's tile.
  struct corner {
    std::int64_t batch, row, column;
    GRIDFOLD_HD explicit corner(index3 block)
        : batch(block.z), row((gathers ? block.x : block.y) * rows), column((gathers ? block.y : block.x) * columns)
    {
    }
  };

  /// The ranges of a block's rows and columns that exist.
  struct window {
    tile_window<rows> down;
    tile_window<columns> across;
    bool is_whole;
    GRIDFOLD_HD window(const corner& at, const tiled_transpose& of)
        : down(at.row, of.in.rows()), across(at.column, of.in.columns()), is_whole(down.is_whole() && across.is_whole())
    {
    }
    [[nodiscard]] GRIDFOLD_HD bool contains(int i, int j) const { return down.contains(i) && across.contains(j); }
  };

  /// Rows of a thread that are unrolled together, so that their loads are in flight together. Whole tiles unroll all
  /// rows. Tiles at an edge are moved element by element, where more than about 12 elements spill registers.
  template <bool Whole, class Map, int N>
  static constexpr int rows_at_once = Whole ? Map::rows : ceil_div(Map::rows, ceil_div(Map::rows* Map::runs* N, 12));

  /// Reads the tile from the input into shared memory, `tile`, in vectors of N elements.
  template <int N, bool Whole, class Tile>
  GRIDFOLD_HD void read(const corner& at, const window& inside, auto t, Tile& tile) const
  {
    using map = tile_map<Variant, N, rows, columns>;
    constexpr int together = rows_at_once<Whole, map, N>;
    constexpr bool repeats = Whole || map::rows * map::runs > 1;  // the edge, beyond it
    GRIDFOLD_UNROLL_BY(1)
    for (int first = 0; first < map::rows; first += together) {
      view::array<value_type, N> in_registers[together][map::runs] = {};
      unrolled<together, map::runs>(t, [&](int n, int m) {
        const int i = map::row(t, first + n), j = map::column(t, m);
        if (!map::has(t, first + n, m) || !(repeats || inside.contains(i, j))) return;
        in_registers[n][m] = Whole ? load<N>(at, i, j) : load<N>(at, inside.down.nearest(i), inside.across.nearest(j));
      });
      constexpr int length = vector_length(map::neighbours);
      unrolled<together, map::runs * N / length>(t, [&](int n, int w) {
        const int m = w * length / N, i = map::row(t, first + n), j = map::column(t, m) + w * length % N;
        if (map::has(t, first + n, m) && (repeats || inside.contains(i, j)))
          keep<length>(tile, i, j, in_registers[n], w);
      });
    }
  }

  /// Writes the tile from shared memory to the output, in vectors of N elements.
  template <int N, bool Whole, class Tile>
  GRIDFOLD_HD void write(const corner& at, const window& inside, auto t, const Tile& tile) const
  {
    using map = tile_map<Variant, N, columns, rows>;
    GRIDFOLD_UNROLL_BY((rows_at_once<Whole, map, N>))
    for (int n = 0; n < map::rows; ++n) {
      const int j = map::row(t, n);
      const bool exists = Whole || inside.across.contains(j);
      view::array<value_type, N> in_registers[map::runs] = {};
      unrolled<map::runs>(t, [&](int m) {
        const int i = map::column(t, m);
        if (!map::has(t, n, m) || !exists) return;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e)
          if (Whole || inside.down.contains(i + e)) in_registers[m].element[e] = tile[mapping{}(i + e, j)];
      });
      unrolled<map::runs>(t, [&](int m) {
        const int i = map::column(t, m);
        if (map::has(t, n, m) && exists) store_inside<Whole>(at, inside, i, j, in_registers[m]);
      });
    }
  }

  /// Stores the existing ones of N elements of a column.
  template <bool Whole, int N>
  GRIDFOLD_HD void store_inside(const corner& at, const window& inside, int i, int j,
                                const view::array<value_type, N>& values) const
  {
    if (Whole || (inside.down.contains(i) && inside.down.contains(i + N - 1))) {
      store(at, i, j, values);
    } else if (N > 1) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < N; ++e)
        if (inside.down.contains(i + e)) store<1>(at, i + e, j, {values.element[e]});
    }
  }

  /// Number of a thread's neighbouring elements of a row that are one vector in shared memory.
  static constexpr GRIDFOLD_HD int vector_length(int neighbours)
  {
    int word = 1;
    if constexpr (mapping::is_always_strided() && view::fills_words<value_type, 1>)
      while (2 * word * static_cast<int>(sizeof(value_type)) <= 16 && mapping{}.stride(1) == 1 &&
             mapping{}.stride(0) % (2 * word) == 0 && neighbours % (2 * word) == 0)
        word *= 2;
    return word;
  }

  /// Stores vector w, of `Word` elements, of a thread's row in shared memory.
  template <int Word, class Tile, int N, int Runs>
  static GRIDFOLD_HD void keep(Tile& tile, int i, int j, const view::array<value_type, N> (&row)[Runs], int w)
  {
    view::array<value_type, Word> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < Word; ++e) values.element[e] = row[(w * Word + e) / N].element[(w * Word + e) % N];
    const auto& kept = values;
    if constexpr (Word > 1)
      store_array(tile + mapping{}(i, j), kept);
    else
      tile[mapping{}(i, j)] = values.element[0];
  }

  template <int N>
  GRIDFOLD_HD view::array<value_type, N> load(const corner& at, int i, int j) const
  {
    if constexpr (N > 1)
      return in.template load<N>(at.batch, at.row + i, at.column + j);
    else
      return {static_cast<value_type>(in(at.batch, at.row + i, at.column + j))};
  }
  template <int N>
  GRIDFOLD_HD void store(const corner& at, int i, int j, const view::array<value_type, N>& values) const
  {
    if constexpr (N > 1)
      out.store(at.batch, at.column + j, at.row + i, values);
    else
      out(at.batch, at.column + j, at.row + i) = values.element[0];
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
