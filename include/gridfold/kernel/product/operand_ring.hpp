// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A ring of tiles of a matrix product's operand in shared memory, filled by asynchronous copies.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/product/operand_tile.hpp>
#include <gridfold/kernel/product/tile_share.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/transposed.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Remaining rows or columns of an operand, clamped to an int: a tile has fewer than 2^31.
GRIDFOLD_HD int within_int(std::int64_t count)
{
  constexpr std::int64_t most = 0x7fffffff;
  return static_cast<int>(count < most ? count : most);
}

/// Whether each row of a row-major operand, or column of a column-major one, begins aligned and consists of whole
/// vectors of N elements.
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

/// Elements of T in the widest vector, at most `Width`, whose length divides a row of `Neighbours` elements.
template <class T, int Neighbours, int Width>
inline constexpr int widest_vector_of = [] {
  int width = 1;
  if constexpr (view::fills_words<T, 1>)
    while (width * 2 <= Width && Neighbours % (width * 2) == 0 && sizeof(T) * static_cast<unsigned>(width) * 2 <= 16)
      width *= 2;
  return width;
}();

/// Elements of an operand's widest vector; 1 if its accessor only accesses single elements.
template <class Operand, int Neighbours, int Width>
inline constexpr int operand_vector =
    view::matrix<Operand>::template has_words<1> ? widest_vector_of<typename Operand::value_type, Neighbours, Width>
                                                 : 1;

/// A tile that keeps the operand's order: its neighbours are neighbours in the operand.
///
/// \tparam AlongK whether the operand is contiguous along the inner dimension k.
/// \tparam Width the number of neighbours along k that a thread reads at a time, if the tile consists of such vectors.
template <class Operand, int Depth, int Lines, bool AlongK, int Width>
using tile_like =
    std::conditional_t<AlongK,
                       operand_lines<typename Operand::value_type, Depth, Lines, operand_vector<Operand, Depth, Width>>,
                       operand_tile<typename Operand::value_type, Depth, Lines>>;

/// A ring of `Stages` tiles, filled by asynchronous copies in the operand's order.
template <class Operand, int Stages, int Depth, int Lines, bool AlongK, int Width>
struct operand_ring : tile_like<Operand, Depth, Lines, AlongK, Width> {
  using elements = typename tile_like<Operand, Depth, Lines, AlongK, Width>::elements[Stages];

  /// Elements per copy, at most.
  static constexpr int vector = AlongK ? operand_vector<Operand, Depth, Width> : operand_vector<Operand, Lines, 16>;

  /// Starts a thread's copies of its share of a tile, in vectors of N. The tile begins at `line` and step `k` of the
  /// operand; elements beyond the operand are zero.
  template <int N, class Block, class Tile>
  static GRIDFOLD_HD void start(Block& block, auto t, Tile&& to, const Operand& operand, std::int64_t line,
                                std::int64_t k)
  {
    constexpr unsigned k_axis = view::is_column_major<Operand> == AlongK ? 0 : 1;
    const int steps_left = within_int(static_cast<std::int64_t>(operand.extent(k_axis)) - k);
    const int lines_left = within_int(static_cast<std::int64_t>(operand.extent(1 - k_axis)) - line);
    const std::int64_t stride = static_cast<std::int64_t>(operand.stride(AlongK ? 1 - k_axis : k_axis));
    // Offsets in elements from the data handle: the tile's beginning, and a place in the tile.
    const std::int64_t begin = AlongK ? line * stride + k : k * stride + line;
    const auto place_of = [stride](tile_place p) { return p.row * stride + p.neighbour; };
    tile_share<AlongK ? Depth : Lines, AlongK ? Lines : Depth, N, Block::threads>::each(
        t, [&](int /*item*/, tile_place own, tile_place patch) {
          const int neighbour = own.neighbour + patch.neighbour, row = own.row + patch.row;
          const int step = AlongK ? neighbour : row, at = AlongK ? row : neighbour;
          // Added in this order, because the patch's place is equal for all threads and is computed once.
          block.template copy_async<N>(operand_ring::place(to, step, at), operand,
                                       begin + place_of(own) + place_of(patch), step < steps_left && at < lines_left);
        });
  }

  /// The interface of turning_ring, without effect: asynchronous copies use no registers.
  template <int Threads>
  static constexpr int patches = 0;
  template <class Block, class Tile, class Work>
  static GRIDFOLD_HD void turn(const Block&, auto, Tile&&, const Operand&, std::int64_t, std::int64_t, Work)
  {
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
