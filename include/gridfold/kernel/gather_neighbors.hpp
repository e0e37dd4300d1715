// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists by gathering: a thread owns particles and tries every other; all pairs twice, no atomics (notes 004,
/// find_neighbor_no_atomic).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/owned_particles.hpp>
#include <gridfold/kernel/input_tiles.hpp>

namespace gridfold
{

/// Counts: a view of (particle), Indices: of (particle, number of the neighbour).
template <class Variant, class T, int Dimensions, class Positions, class Counts, class Indices>
struct gather_neighbors {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using owned = owned_particles<Variant, T, Dimensions>;
  using shared_storage = typename input_tile_storage<typename Variant::input, point<T, Dimensions>>::type;

  Positions positions;
  T cutoff2;
  Counts counts;
  Indices indices;

  /// The blocks that deal out this many particles.
  static shape3 grid(std::int64_t particles) { return {cuda::ceil_div(particles, owned::a_block), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto owners = block.template per_thread<owner>();
    block.each_thread([&](thread t) { owners[t].own.place(positions, block.index().x, t); });
    for_each_input_tile<typename Variant::input>(block, positions, [&](auto t, const auto& stage) {
      owner mine = owners[t];
      const int size = static_cast<int>(stage.extent(0));
      GRIDFOLD_UNROLL_BY(8)
      for (int s = 0; s < size; ++s) meet(t, mine, mine.seen + s, stage(s));
      mine.seen += size;
      owners[t] = mine;
    });
    block.each_thread([&](thread t) { write_counts(owners[t]); });
  }

 private:
  /// A thread's particles, how many neighbours of each it has found and how many particles it has seen.
  struct owner {
    owned own;
    int count[owned::items] = {};
    int seen = 0;
  };

  template <class Thread>
  GRIDFOLD_HD void meet(Thread t, owner& mine, int other, const point<T, Dimensions>& where) const
  {
    unrolled<owned::items>(t, [&](int m) {
      if (distance2(mine.own.where[m], where) < cutoff2) append(mine.own.index[m], mine.count[m], other);
    });
  }

  GRIDFOLD_HD void append(int particle, int& count, int other) const
  {
    if (other == particle || particle >= positions.extent(0)) return;
    if (count < indices.extent(1)) indices(particle, count) = other;
    ++count;
  }

  GRIDFOLD_HD void write_counts(const owner& mine) const
  {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < owned::items; ++m)
      if (mine.own.index[m] < positions.extent(0)) counts(mine.own.index[m]) = mine.count[m];
  }
};

}  // namespace gridfold
