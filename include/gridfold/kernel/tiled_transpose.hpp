// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose through shared memory: a block reads a tile along the input's rows and writes it along the output's,
/// so that both are coalesced (notes 004, with and without bank conflicts).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/tile_map.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold
{

/// The part of a dimension that a tile covers and that exists: of `Size` places from `first` on, [low, high).
template <int Size>
struct tile_window {
  int low, high;

  GRIDFOLD_HD tile_window(std::int64_t first, std::int64_t extent)
      : low(static_cast<int>(first < 0 ? -first : 0)),
        high(static_cast<int>(extent - first < Size ? extent - first : Size))
  {
  }
  [[nodiscard]] GRIDFOLD_HD bool contains(int place) const { return place >= low && place < high; }
  [[nodiscard]] GRIDFOLD_HD bool is_whole() const { return low == 0 && high == Size; }
};

/// In, Out: mdspans of (row, column) or (batch, row, column). Gathering blocks own tiles of the output, and
/// neighbouring blocks follow its rows; scattering ones those of the input.
template <class Variant, class In, class Out>
struct tiled_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using tiling = typename Variant::tile;
  using value_type = typename matrix<Out>::value_type;
  static constexpr bool gathers = std::is_same_v<typename Variant::decomposition, gather>;

  /// A tile's extents, and by how many elements its rows in the output may start early.
  static constexpr int columns = block_shape::x * Variant::coarsening::x,
                       rows = block_shape::y * Variant::coarsening::y;
  static constexpr int slack = matrix<Out>::template has_words<1> ? tiling::start::template items<value_type> - 1 : 0;
  static constexpr int rows_read = rows + slack;

  using extents = cuda::std::extents<int, rows_read, columns>;
  using mapping = typename tiling::layout::template mapping<extents>;
  struct shared_storage {
    alignas(16) value_type tile[static_cast<unsigned>(mapping::required_span_size())];
  };
  static_assert(sizeof(shared_storage) <= 48 * 1024,
                "gridfold: a block's tile is larger than 48 KiB (a block has no more shared memory): choose a smaller "
                "block or coarsening factor");

  /// Elements to a word, in and out.
  static constexpr int group = Variant::vectors::width;
  static constexpr int in_word = matrix<In>::template has_words<group> && columns % group == 0 ? group : 1;
  static constexpr int out_word = matrix<Out>::template has_words<group> && rows % group == 0 ? group : 1;

  matrix<In> in;
  matrix<Out> out;
  bool in_words, out_words;

  tiled_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        in_words(in_word > 1 && in.is_aligned(in_word)),
        out_words(out_word > 1 && (slack + 1 >= out_word && slack > 0 ? out.is_dense() : out.is_aligned(out_word)))
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    const std::int64_t down = cuda::ceil_div(in.rows() + slack, rows), across = cuda::ceil_div(in.columns(), columns);
    return {tiling::order::blocks_x(gathers ? down : across), tiling::order::blocks_y(gathers ? across : down),
            in.batches()};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const place at(block.index());
    const window has(at, *this);
    auto&& kept = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (!has.is_whole())
        read<1, false>(at, has, t, kept);
      else if (in_words)
        read<in_word, true>(at, has, t, kept);
      else
        read<1, true>(at, has, t, kept);
    });
    block.each_thread([&](auto t) {
      if (!has.is_whole())
        write<1, false>(at, has, t, kept);
      else if (out_words)
        write<out_word, true>(at, has, t, kept);
      else
        write<1, true>(at, has, t, kept);
    });
  }

 private:
  /// Where a tile begins in the input: the first row that may be read, the first that every row of the output has.
  struct place {
    std::int64_t batch, row, column;
    GRIDFOLD_HD explicit place(index3 block)
    {
      const std::int64_t x = tiling::order::tile_x(block.x), y = tiling::order::tile_y(block.x, block.y);
      batch = block.z;
      row = (gathers ? x : y) * rows - slack;
      column = (gathers ? y : x) * columns;
    }
  };

  struct window {
    tile_window<rows_read> down;
    tile_window<columns> across;
    GRIDFOLD_HD window(const place& at, const tiled_transpose& of)
        : down(at.row, of.in.rows()), across(at.column, of.in.columns())
    {
    }
    [[nodiscard]] GRIDFOLD_HD bool is_whole() const { return down.is_whole() && across.is_whole(); }
    [[nodiscard]] GRIDFOLD_HD bool contains(int i, int j) const { return down.contains(i) && across.contains(j); }
  };

  /// Turns of a thread that are one stretch of code: all of them in a whole tile, so that they wait for memory
  /// together; few at an edge, where every element has a guard, to save registers.
  template <bool Whole, class Dealt>
  static constexpr int turns_at_once = Whole ? Dealt::rows : 1;

  template <int N, bool Whole, class Thread, class Kept>
  GRIDFOLD_HD void read(const place& at, const window& has, Thread t, Kept& kept) const
  {
    using dealt = tile_map<Variant, N, rows_read, columns>;
    constexpr int turns = turns_at_once<Whole, dealt>;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = 0; first < dealt::rows; first += turns) {
      run<value_type, N> held[turns][dealt::runs] = {};
      unrolled<turns, dealt::runs>(t, [&](int n, int m) {
        const int i = dealt::row(t, first + n), j = dealt::column(t, m);
        if (dealt::has(t, first + n, m) && (Whole || has.contains(i, j))) held[n][m] = load<N>(at, i, j);
      });
      unrolled<turns, dealt::runs>(t, [&](int n, int m) {
        const int i = dealt::row(t, first + n), j = dealt::column(t, m);
        if (dealt::has(t, first + n, m) && (Whole || has.contains(i, j))) keep(kept, i, j, held[n][m]);
      });
    }
  }

  /// Row j of the tile's transpose begins at the tile's row slack, or as far before it as its alignment wants.
  template <int N, bool Whole, class Thread, class Kept>
  GRIDFOLD_HD void write(const place& at, const window& has, Thread t, const Kept& kept) const
  {
    using dealt = tile_map<Variant, N, columns, rows>;
    GRIDFOLD_UNROLL_BY((turns_at_once<Whole, dealt>))
    for (int n = 0; n < dealt::rows; ++n) {
      const int j = dealt::row(t, n);
      const bool exists = Whole || has.across.contains(j);
      const int first = slack > 0 && exists ? slack - out.past_multiple(at.batch, at.column + j, slack + 1) : 0;
      run<value_type, N> held[dealt::runs] = {};
      unrolled<dealt::runs>(t, [&](int m) {
        const int i = first + dealt::column(t, m);
        if (!dealt::has(t, n, m) || !(Whole || has.contains(i, j))) return;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e) held[m].element[e] = kept[mapping{}(i + e, j)];
      });
      unrolled<dealt::runs>(t, [&](int m) {
        const int i = first + dealt::column(t, m);
        if (dealt::has(t, n, m) && (Whole || has.contains(i, j))) store(at, i, j, held[m]);
      });
    }
  }

  /// Neighbours of a row are a word of the tile too, if its rows are whole words.
  template <class Kept, int N>
  static GRIDFOLD_HD void keep(Kept& kept, int i, int j, const run<value_type, N>& values)
  {
    if constexpr (N > 1 && std::is_same_v<typename tiling::layout, unpadded>) {
      store_run(kept + mapping{}(i, j), values);
    } else {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < N; ++e) kept[mapping{}(i, j + e)] = values.element[e];
    }
  }

  template <int N>
  GRIDFOLD_HD run<value_type, N> load(const place& at, int i, int j) const
  {
    if constexpr (N > 1)
      return in.template load<N>(at.batch, at.row + i, at.column + j);
    else
      return {static_cast<value_type>(in(at.batch, at.row + i, at.column + j))};
  }
  template <int N>
  GRIDFOLD_HD void store(const place& at, int i, int j, const run<value_type, N>& values) const
  {
    if constexpr (N > 1)
      out.store(at.batch, at.column + j, at.row + i, values);
    else
      out(at.batch, at.column + j, at.row + i) = values.element[0];
  }
};

}  // namespace gridfold
