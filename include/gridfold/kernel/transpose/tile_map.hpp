// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Maps a small matrix to the threads of a block.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Maps a Rows x Columns tile to the block's threads, in vectors of N elements: by the variant's assignment along a
/// row, interleaved from row to row. If the variant has vectors of W elements but N is 1, W times as many threads share
/// a row, and each moves single elements. Where a tile has fewer columns or rows than the block, the remaining threads
/// get elements along the other dimension.
template <class Variant, int N, int Rows, int Columns>
class tile_map {
  using block_shape = typename Variant::block;
  static constexpr int group = Variant::vectors::width;
  using along = std::conditional_t<N == group, typename Variant::item_map, interleaved>;
  static constexpr int turns_of(int size, int part) { return (size + part - 1) / part; }

  /// Threads that share a row: the block's threads along x, at most one per vector, and more if the tile has fewer rows
  /// than the block.
  static constexpr int threads_across()
  {
    const int wide = block_shape::x * (group / N), least = block_shape::threads / Rows, most = turns_of(Columns, N);
    const int usual = wide <= block_shape::threads ? wide : block_shape::x;
    return usual > most ? most : usual < least ? (least < most ? least : most) : usual;
  }
  static constexpr int across = threads_across(), down = block_shape::threads / across;

 public:
  static constexpr bool is_one_to_one = gridfold::is_one_to_one<along, across, turns_of(Columns, across* N) * N>;
  /// Rows of a thread, and vectors of a thread in each row.
  static constexpr int rows = turns_of(Rows, down), runs = turns_of(Columns, across*N);
  /// Neighbouring columns of a thread in each of its rows; either all exist or none does.
  static constexpr int neighbours =
      Columns % (runs * N) == 0 && policy::neighbours<along, across, runs * N> == runs * N ? runs * N : N;

  static GRIDFOLD_HD int row(thread t, int n) { return n * down + t.rank / across; }
  /// The first column of a thread's vector m.
  static GRIDFOLD_HD int column(thread t, int m) { return item_of<along, across, runs * N>(t.rank % across, m * N); }

  /// Whether a thread has a vector m in its row n; a compile-time constant except for a last row that not all threads
  /// have.
  static GRIDFOLD_HD bool has(thread t, int n, int m)
  {
    return (everyone || t.rank < across * down) && (n < Rows / down || (Rows % down > 0 && row(t, n) < Rows)) &&
           (runs * across * N == Columns || column(t, m) < Columns);
  }

 private:
  static constexpr bool everyone = block_shape::threads == across * down;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
