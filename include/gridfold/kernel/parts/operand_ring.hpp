// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A ring of tiles of a matrix product's operand in shared memory, filled by asynchronous copies.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/transposed.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::kernel
{

/// The elements of an operand's vectors of 16 bytes, if they fill a length; else 1.
template <class Operand>
constexpr int vector_of(int length)
{
  using T = typename Operand::value_type;
  constexpr int width = sizeof(T) < 16 ? static_cast<int>(16 / sizeof(T)) : 1;
  return view::fills_words<T, width> && view::matrix<Operand>::template has_words<width> && length % width == 0 ? width
                                                                                                                : 1;
}

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

/// `Stages` tiles of `Lines` rows of the left operand, or columns of the right one, by `Depth` steps of the inner
/// dimension k. A tile lies as the operand does, contiguous along k (AlongK) or along lines, so that vectors are copied
/// as they are. Rows of a tile are padded by 16 bytes, so that neighbouring rows begin in different banks.
///
/// \tparam Together how many neighbouring lines a thread owns. Along k, the first lines of all threads come first, then
///   the second ones: neighbouring threads then read neighbouring rows, without bank conflicts.
template <class Operand, int Stages, int Depth, int Lines, bool AlongK, int Together>
struct operand_ring {
  static_assert(Lines % Together == 0);
  using T = typename Operand::value_type;
  static constexpr int rows = AlongK ? Lines : Depth, length = AlongK ? Depth : Lines;
  /// Elements of the widest copy.
  static constexpr int vector = vector_of<Operand>(length);
  /// Steps that a thread reads together: a vector along k.
  static constexpr int steps = AlongK ? vector : 1;
  using elements = T[Stages][rows][length + (16 + sizeof(T) - 1) / sizeof(T)];

  /// The row of a tile in which a line lies, if rows are along k.
  static constexpr GRIDFOLD_HD int row_of(int line) { return line % Together * (Lines / Together) + line / Together; }

  /// Starts a thread's share of the copies of the tile that begins at a line and a step of the operand, in vectors of
  /// N; elements beyond the operand are zero.
  template <int N, class Block, class Thread, class Tile>
  static GRIDFOLD_HD void start(Block& block, Thread t, Tile&& to, const Operand& operand, std::int64_t line,
                                std::int64_t k)
  {
    constexpr unsigned row_axis = view::is_column_major<Operand> ? 1 : 0;
    const std::int64_t first_row = AlongK ? line : k, first = AlongK ? k : line;
    const int rows_left = within_int(static_cast<std::int64_t>(operand.extent(row_axis)) - first_row);
    const int length_left = within_int(static_cast<std::int64_t>(operand.extent(1 - row_axis)) - first);
    const std::int64_t stride = static_cast<std::int64_t>(operand.stride(row_axis));
    const auto copy = [&](int row, int at, std::int64_t offset) {
      block.template copy_async<N>(to[AlongK ? row_of(row) : row] + at, operand, offset,
                                   row < rows_left && at < length_left);
    };
    constexpr int in_row = length / N, at_a_time = Block::threads < in_row ? 1 : Block::threads / in_row;
    if constexpr (Block::threads % in_row == 0 && rows % at_a_time == 0) {
      // Found by hand, because the compiler does not: a thread's copies have one place in their rows.
      const int row = t.rank / in_row, at = t.rank % in_row * N;
      const std::int64_t begin = (first_row + row) * stride + first + at;
      unrolled<rows / at_a_time>(t, [&](int m) { copy(row + m * at_a_time, at, begin + m * (at_a_time * stride)); });
    } else {
      constexpr int copies = rows * in_row, items = (copies + Block::threads - 1) / Block::threads;
      unrolled<items>(t, [&](int m) {
        const int i = interleaved::index(t.rank, m, Block::threads, items), row = i / in_row, at = i % in_row * N;
        if (i < copies) copy(row, at, (first_row + row) * stride + first + at);
      });
    }
  }

  /// What a thread multiplies in `Steps` steps: element[s][m] of its line m.
  template <int Steps, int Items>
  struct fragment {
    T element[Steps][Items];
  };

  /// Steps k to k + Steps - 1 of a thread's lines, line m at index(m).
  template <int Steps, int Items, class Tile, class Index>
  static GRIDFOLD_HD fragment<Steps, Items> read(const Tile& tile, int k, const Index& index)
  {
    fragment<Steps, Items> values;
    if constexpr (AlongK) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int m = 0; m < Items; ++m) {
        const auto steps = view::load_neighbours<T, Steps>(tile[row_of(index(m))] + k);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int s = 0; s < Steps; ++s) values.element[s][m] = steps.element[s];
      }
    } else {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int s = 0; s < Steps; ++s) {
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int m = 0; m < Items; m += Together) {
          const auto lines = view::load_neighbours<T, Together>(tile[k + s] + index(m));
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int e = 0; e < Together; ++e) values.element[s][m + e] = lines.element[e];
        }
      }
    }
    return values;
  }
};

}  // namespace gridfold::kernel
