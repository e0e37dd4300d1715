// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of small matrices through shared memory: a block's tile is as many whole matrices of a batch as it has
/// room for, so that it is contiguous in the input and in the output, whatever the number of rows and columns.
///
/// Elements are numbered as they lie in a tile of the input, and of the output. The number n of the input's order is at
/// place(n) in shared memory. There is one barrier, between reading and writing.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/parts/fitted_tile.hpp>
#include <gridfold/kernel/parts/small_divisor.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::kernel
{

/// How many matrices of `size` elements a tile of so many items holds: a number that makes the tile's elements a
/// multiple of `group`, if there is one and the batch has as many.
[[nodiscard]] inline int matrices_in_tile(std::int64_t of_batches, int size, int items, int group)
{
  const int most = static_cast<int>(std::min<std::int64_t>(items / size, of_batches));
  return size % group == 0 || most < group ? most : most / group * group;
}

/// In, Out: mdspans of (row, column) or (batch, row, column), of matrices for which fits_in_tile holds.
template <class Variant, class In, class Out>
struct small_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  /// Narrow elements take many instructions a byte: only many threads hide their latency.
  static constexpr int min_resident_threads = sizeof(value_type) < 4 ? 1536 : 448;
  static constexpr int each = Variant::coarsening::items, items = fitted_items<Variant>;

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
  template <class View>
  static constexpr int vector_of = view::matrix<View>::template has_words<group>&& each % group == 0 ? group : 1;
  static constexpr int in_vector = vector_of<In>, out_vector = vector_of<Out>;

  view::matrix<In> in;
  view::matrix<Out> out;
  int rows, columns, batches;    ///< of a tile
  bool in_flat, out_flat;        ///< whether a tile is contiguous in the input, in the output
  bool in_vectors, out_vectors;  ///< whether whole tiles are loaded and stored by vectors
  small_divisor by_columns, by_rows;

  small_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        rows(static_cast<int>(in.rows())),
        columns(static_cast<int>(in.columns())),
        batches(matrices_in_tile(in.batches(), rows * columns, items, group)),
        in_flat(in.is_contiguous()),
        out_flat(out.is_contiguous()),
        in_vectors(in_vector > 1 && in_flat && in.is_multiple(group) && count() % group == 0),
        out_vectors(out_vector > 1 && out_flat && out.is_multiple(group) && count() % group == 0),
        by_columns(columns),
        by_rows(rows)
  {
  }

  [[nodiscard]] shape3 grid() const { return {1, 1, ceil_div(in.batches(), std::int64_t{batches})}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t batch = block.index().z * batches;
    const bool is_whole = batch + batches <= in.batches();
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (!is_whole)
        read<1, false>(batch, t, tile);
      else if (in_vectors)
        read<in_vector, true>(batch, t, tile);
      else
        read<1, true>(batch, t, tile);
    });
    block.each_thread([&](auto t) {
      if (!is_whole)
        write<1, false>(batch, t, tile);
      else if (out_vectors)
        write<out_vector, true>(batch, t, tile);
      else
        write<1, true>(batch, t, tile);
    });
  }

 private:
  [[nodiscard]] GRIDFOLD_HD int count() const { return batches * rows * columns; }

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

  /// Whether element n of a tile exists, in its order of the input or of the output.
  template <bool Whole>
  [[nodiscard]] GRIDFOLD_HD bool exists(std::int64_t batch, int n) const
  {
    return n < (Whole ? count() : static_cast<int>(in.batches() - batch) * rows * columns);
  }

  /// How many of a thread's vectors are moved together, so that their loads are in flight together.
  template <int N>
  static constexpr int together = each / N % 4 == 0 ? 4 : each / N;

  /// The number of a thread's first element of vector v, of N elements.
  template <int N, class Thread>
  static GRIDFOLD_HD int first(Thread t, int v)
  {
    using along = std::conditional_t<N == group, typename Variant::item_map, interleaved>;
    return item_of<along, block_shape::threads, each>(t.rank, v * N);
  }

  /// Reads the tile into shared memory, in vectors of N elements.
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void read(std::int64_t batch, Thread t, Tile& tile) const
  {
    constexpr int at_once = N % word == 0 ? word : 1;
    GRIDFOLD_UNROLL_BY(1)
    for (int start = 0; start < each / N; start += together<N>) {
      view::array<value_type, N> in_registers[together<N>] = {};
      unrolled<together<N>>(t, [&](int v) {
        const int n = first<N>(t, start + v);
        if (exists<Whole>(batch, n)) in_registers[v] = load<N>(batch, n);
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

  /// Writes the tile to the output, in vectors of N elements.
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write(std::int64_t batch, Thread t, const Tile& tile) const
  {
    GRIDFOLD_UNROLL_BY(1)
    for (int start = 0; start < each / N; start += together<N>) {
      view::array<value_type, N> in_registers[together<N>] = {};
      unrolled<together<N>, N>(t, [&](int v, int e) {
        const int n = first<N>(t, start + v) + e;
        const element at = of_output(n);
        if (exists<Whole>(batch, n)) in_registers[v].element[e] = tile[place((at.b * rows + at.i) * columns + at.j)];
      });
      unrolled<together<N>>(t, [&](int v) {
        const int n = first<N>(t, start + v);
        if (exists<Whole>(batch, n)) store<N>(batch, n, in_registers[v]);
      });
    }
  }

  /// Loads the N elements from element n of a tile of the input on; if they are several, the tile is contiguous.
  template <int N>
  GRIDFOLD_HD view::array<value_type, N> load(std::int64_t batch, int n) const
  {
    if constexpr (N > 1) {
      return in.template load<N>(batch, 0, n);
    } else {
      const element at = of_input(n);
      return {{static_cast<value_type>(in(batch + at.b, at.i, at.j))}};
    }
  }
  /// Stores the N elements from element n of a tile of the output on; if they are several, the tile is contiguous.
  template <int N>
  GRIDFOLD_HD void store(std::int64_t batch, int n, const view::array<value_type, N>& values) const
  {
    if constexpr (N > 1) {
      out.store(batch, 0, n, values);
    } else {
      const element at = of_output(n);
      out(batch + at.b, at.j, at.i) = values.element[0];
    }
  }
};

}  // namespace gridfold::kernel
