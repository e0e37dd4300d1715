// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The share of a thread when a block moves a tile between memories.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A place in a tile as it lies in the operand's memory: which contiguous row, and which element of it.
struct tile_place {
  int neighbour, row;
};

/// Deals the vectors of a tile of Rows x Neighbours elements to the threads of a block, N elements each. Neighbouring
/// threads get neighbouring vectors. If the threads cover a patch of the tile, and patches fill it, a thread has the
/// vector at the same place of every patch.
template <int Neighbours, int Rows, int N, int Threads>
class tile_share {
  static constexpr int vectors = Neighbours / N, across = Threads < vectors ? Threads : vectors,
                       down = Threads / across;
  static constexpr bool has_patches = across * down == Threads && vectors % across == 0 && Rows % down == 0;
  static constexpr int patches_across = vectors / across;

 public:
  /// Vectors of a thread, at most.
  static constexpr int count = (vectors * Rows + Threads - 1) / Threads;

  /// Calls f(item, own, patch) for each of a thread's vectors, which begins at the sum of two places: the thread's own
  /// and the patch's, which all threads share.
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
