// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Slices of the sources: rows of a block's threads that own one set of points, divide the sources and add up their
/// sums.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/sum/lattice_tile.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Divides a block's threads into slices of `thread_rows` rows, which are `threads` threads.
template <class Variant>
struct source_slices {
  static constexpr int count = Variant::slices::count, thread_rows = Variant::block::y / count,
                       threads = Variant::block::x * thread_rows;

  /// Whether a thread is of the first slice, whose threads write the sums.
  static GRIDFOLD_HD bool is_first(thread t) { return count == 1 || t.y < thread_rows; }

  /// The sources of a thread's slice, from `begin` to `end`, in a stage of `size` sources: `size / count`, rounded up
  /// to a multiple of sources_at_once; the last slice has the rest.
  static GRIDFOLD_HD int begin(thread t, int size) { return count == 1 ? 0 : t.y / thread_rows * length(size); }
  static GRIDFOLD_HD int end(int begin, int size)
  {
    if constexpr (count == 1) return size;
    const int end = begin + length(size);
    return end < size ? end : size;
  }

  /// Adds the `Parts` numbers of each thread of other slices to those of the first slice, through the member `given` of
  /// with_slices.
  template <int Parts, class Block, class Given, class Tiles>
  static GRIDFOLD_HD void add(Block& block, Given&& given, Tiles& tiles)
  {
    block.each_thread([&](auto t) {
      if (t.rank >= threads) unrolled<Parts>(t, [&](int n) { given[n][t.rank - threads] = tiles[t].part(n); });
    });
    block.each_thread([&](auto t) {
      if (t.rank < threads)
        unrolled<count - 1, Parts>(t, [&](int s, int n) { tiles[t].add_part(n, given[n][s * threads + t.rank]); });
    });
  }

 private:
  static GRIDFOLD_HD int length(int size)
  {
    constexpr int at_once = sources_at_once<typename Variant::coarsening>;
    return (size + count * at_once - 1) / (count * at_once) * at_once;
  }
};

/// The shared memory of a block with slices: that of a block without, plus `Parts` numbers for each thread outside of
/// the first slice.
template <class OneSlice, class T, int Parts, int Threads>
struct with_slices : OneSlice {
  T given[Parts][Threads];
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
