// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A ring of tiles of a matrix product's operand in shared memory, filled by asynchronous copies.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/parts/operand_tile.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/transposed.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::kernel
{

/// The number of rows or columns left of an operand, clamped to an int: a tile has fewer than 2^31.
GRIDFOLD_HD int within_int(std::int64_t count)
{
  constexpr std::int64_t most = 0x7fffffff;
  return static_cast<int>(count < most ? count : most);
}

/// Whether each row of a row-major operand, or column of a column-major one, consists of whole vectors of N elements.
template <int N, class Operand>
bool is_in_vectors(const Operand& operand)
{
  if constexpr (view::is_column_major<Operand>) {
    return is_in_vectors<N>(view::transposed(operand));
  } else {
    const view::matrix rows(operand);
    return rows.columns() % N == 0 && rows.is_aligned(N);
  }
}

/// The elements of the widest vector, at most `Width`, that divides a row of `Neighbours` elements; 1 if an operand's
/// accessor can only access elements.
template <class Operand, int Neighbours, int Width>
inline constexpr int operand_vector = [] {
  using T = typename Operand::value_type;
  int width = 1;
  if constexpr (view::matrix<Operand>::template has_words<1> && view::fills_words<T, 1>)
    while (width * 2 <= Width && Neighbours % (width * 2) == 0 && sizeof(T) * static_cast<unsigned>(width) * 2 <= 16)
      width *= 2;
  return width;
}();

/// A tile whose neighbouring elements are neighbours in the operand.
///
/// \tparam AlongK whether the operand is contiguous along the inner dimension k.
/// \tparam Width how many neighbours along k a thread reads at a time, if the tile consists of such vectors.
template <class Operand, int Depth, int Lines, bool AlongK, int Width>
using tile_like =
    std::conditional_t<AlongK,
                       operand_lines<typename Operand::value_type, Depth, Lines, operand_vector<Operand, Depth, Width>>,
                       operand_tile<typename Operand::value_type, Depth, Lines>>;

/// `Stages` tiles.
template <class Operand, int Stages, int Depth, int Lines, bool AlongK, int Width>
struct operand_ring : tile_like<Operand, Depth, Lines, AlongK, Width> {
  using elements = typename tile_like<Operand, Depth, Lines, AlongK, Width>::elements[Stages];

  /// Elements of the widest copy.
  static constexpr int vector = AlongK ? operand_vector<Operand, Depth, Width> : operand_vector<Operand, Lines, 16>;

  /// Starts a thread's share of the copies of the tile that begins at a line and a step of the operand, in vectors of
  /// N; elements beyond the operand are zero.
  template <int N, class Block, class Thread, class Tile>
  static GRIDFOLD_HD void start(Block& block, Thread t, Tile&& to, const Operand& operand, std::int64_t line,
                                std::int64_t k)
  {
    constexpr unsigned k_axis = view::is_column_major<Operand> == AlongK ? 0 : 1;
    const int steps_left = within_int(static_cast<std::int64_t>(operand.extent(k_axis)) - k);
    const int lines_left = within_int(static_cast<std::int64_t>(operand.extent(1 - k_axis)) - line);
    const std::int64_t stride = static_cast<std::int64_t>(operand.stride(AlongK ? 1 - k_axis : k_axis));
    // In elements from the data handle: the beginning of the tile, and a place in it.
    const std::int64_t begin = AlongK ? line * stride + k : k * stride + line;
    const auto place_of = [stride](patch_place p) { return p.row * stride + p.neighbour; };
    each_copy<AlongK ? Depth : Lines, AlongK ? Lines : Depth, N, Block::threads>(
        t, [&](patch_place own, patch_place patch) {
          const int neighbour = own.neighbour + patch.neighbour, row = own.row + patch.row;
          const int step = AlongK ? neighbour : row, at = AlongK ? row : neighbour;
          // Added in this order, because the place of a patch is the same for all threads and is computed once.
          block.template copy_async<N>(operand_ring::place(to, step, at), operand,
                                       begin + place_of(own) + place_of(patch), step < steps_left && at < lines_left);
        });
  }

 private:
  /// A place in a tile: its row of neighbours, and which of these.
  struct patch_place {
    int neighbour, row;
  };

  /// Calls copy(own, patch) for a thread's copies of N neighbours, of Neighbours in each of Rows. They begin at the sum
  /// of the thread's own place and a patch's. Threads copy a patch at a time, if patches fill the tile.
  template <int Neighbours, int Rows, int N, int Threads, class Thread, class Copy>
  static GRIDFOLD_HD void each_copy(Thread t, Copy copy)
  {
    constexpr int vectors = Neighbours / N, across = Threads < vectors ? Threads : vectors, down = Threads / across;
    if constexpr (across * down == Threads && vectors % across == 0 && Rows % down == 0) {
      const patch_place own{t.rank % across * N, t.rank / across};
      unrolled<vectors / across, Rows / down>(t, [&](int m, int n) { copy(own, {m * across * N, n * down}); });
    } else {
      constexpr int copies = vectors * Rows, items = (copies + Threads - 1) / Threads;
      unrolled<items>(t, [&](int m) {
        const int i = interleaved::index(t.rank, m, Threads, items);
        if (i < copies) copy({i % vectors * N, i / vectors}, {0, 0});
      });
    }
  }
};

}  // namespace gridfold::kernel
