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

namespace gridfold::kernel
{

/// A number of rows or columns left of an operand, of which a tile has fewer than 2^31.
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

/// `Stages` operand_tiles.
///
/// \tparam AlongK whether the operand is contiguous along the inner dimension k. Its elements are then copied one by
///   one, because they are not neighbours in a tile; else vectors of 16 bytes are.
template <class Operand, int Stages, int Depth, int Lines, bool AlongK>
struct operand_ring : operand_tile<typename Operand::value_type, Depth, Lines> {
  using T = typename Operand::value_type;
  using elements = typename operand_tile<T, Depth, Lines>::elements[Stages];

  /// Elements of the widest copy.
  static constexpr int vector = [] {
    constexpr int width = sizeof(T) < 16 ? static_cast<int>(16 / sizeof(T)) : 1;
    return !AlongK && Lines % width == 0 && view::fills_words<T, width> &&
                   view::matrix<Operand>::template has_words<width>
               ? width
               : 1;
  }();

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
    const std::int64_t begin = AlongK ? line * stride + k : k * stride + line;
    each_copy<N, Block::threads>(t, [&](int step, int at) {
      const std::int64_t offset = begin + (AlongK ? at * stride + step : step * stride + at);
      block.template copy_async<N>(to[step] + at, operand, offset, step < steps_left && at < lines_left);
    });
  }

 private:
  /// Calls copy(step, line) for a thread's copies of N elements. Along k, 8 neighbouring threads copy neighbours, 32
  /// bytes of floats, and a warp 4 such rows or columns, whose elements go to different banks.
  template <int N, int Threads, class Thread, class Copy>
  static GRIDFOLD_HD void each_copy(Thread t, Copy copy)
  {
    constexpr int lines = Lines / N, together = AlongK ? (Depth % 8 == 0 ? 8 : Depth) : 1;
    const auto step_of = [](int i) { return i % together + i / (together * lines) * together; };
    const auto line_of = [](int i) { return i / together % lines * N; };
    // The threads copy a patch of the tile at a time.
    constexpr int rows = Threads / together, patch_lines = rows < lines ? rows : lines;
    constexpr int patch_steps = patch_lines > 0 ? rows / patch_lines * together : 0;
    if constexpr (patch_lines > 0 && patch_lines * patch_steps == Threads && lines % patch_lines == 0 &&
                  Depth % patch_steps == 0) {
      // Found by hand, because the compiler does not: a thread's copies have one place in their patches.
      const int step = step_of(t.rank), at = patch_lines == lines ? line_of(t.rank) : t.rank / together * N;
      unrolled<lines / patch_lines, Depth / patch_steps>(
          t, [&](int m, int s) { copy(step + s * patch_steps, at + m * (patch_lines * N)); });
    } else {
      constexpr int copies = Depth * lines, items = (copies + Threads - 1) / Threads;
      unrolled<items>(t, [&](int m) {
        const int i = interleaved::index(t.rank, m, Threads, items);
        if (i < copies) copy(step_of(i), line_of(i));
      });
    }
  }
};

}  // namespace gridfold::kernel
