// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The deal of a small matrix among the threads of a block.
#pragma once

#include <gridfold/core/config.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <type_traits>

namespace gridfold
{

/// Rows by Columns elements dealt in runs of N: along a row as the variant's assignment says, from row to row
/// interleaved. Elements of vectors that cannot travel as such are dealt one by one over as many
/// columns as a row of the block would take in words.
template <class Variant, int N, int Rows, int Columns>
class tile_map {
  using block_shape = typename Variant::block;
  static constexpr int group = Variant::vectors::width;
  static constexpr int wide = block_shape::x * (group / N);
  using along = std::conditional_t<N == group, typename Variant::item_map, interleaved>;

  static constexpr int across = wide <= block_shape::threads ? wide : block_shape::x;
  static constexpr int down = block_shape::threads / across;
  static constexpr int turns_of(int size, int part) { return (size + part - 1) / part; }

 public:
  /// Turns of a thread, a row each, and its runs in a turn.
  static constexpr int rows = turns_of(Rows, down), runs = turns_of(Columns, across*N);

  static GRIDFOLD_HD int row(thread t, int n) { return n * down + t.rank / across; }
  /// The column where a thread's run m begins.
  static GRIDFOLD_HD int column(thread t, int m) { return item_of<along, across, runs * N>(t.rank % across, m * N); }

  /// Whether a thread has a run m in a turn n; known at compile time, but for the last turn.
  static GRIDFOLD_HD bool has(thread t, int n, int m)
  {
    return (everyone || t.rank < across * down) && (n < Rows / down || row(t, n) < Rows) &&
           (runs * across * N == Columns || column(t, m) < Columns);
  }

 private:
  static constexpr bool everyone = block_shape::threads == across * down;
};

}  // namespace gridfold
