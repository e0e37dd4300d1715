// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The share of a thread when a block moves a tile between memories.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A place in a tile in the operand's memory order: the contiguous row, and the element in it.
struct tile_place {
  int neighbour, row;
};

/// Assigns the vectors of a tile of Rows x Neighbours elements to the threads of a block, N elements each. Neighbouring
/// threads get neighbouring vectors. If the block's threads cover a patch and patches fill the tile, a thread has the
/// vector at one place of every patch.
template <int Neighbours, int Rows, int N, int Threads>
class tile_share {
  static constexpr int vectors = Neighbours / N, across = Threads < vectors ? Threads : vectors,
                       down = Threads / across;
  static constexpr bool has_patches = across * down == Threads && vectors % across == 0 && Rows % down == 0;
  static constexpr int patches_across = vectors / across;

 public:
  /// Vectors per thread, at most.
  static constexpr int count = (vectors * Rows + Threads - 1) / Threads;

  /// Calls f(item, own, patch) for each of a thread's vectors. The vector begins at own + patch: `own` is the thread's
  /// place, `patch` is common to all threads.
  template <class F>
  static GRIDFOLD_HD void each(auto t, F f)
  {
    if constexpr (has_patches) {
      const tile_place own{t.rank % across * N, t.rank / across};
      unrolled<patches_across, Rows / down>(t, [&](int m, int n) {
        f(n * patches_across + m, own, tile_place{m * across * N, n * down});
      });
    } else {
      unrolled<count>(t, [&](int m) {
        const int i = interleaved::index(t.rank, m, Threads, count);
        if (i < vectors * Rows) f(m, tile_place{i % vectors * N, i / vectors}, tile_place{0, 0});
      });
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
