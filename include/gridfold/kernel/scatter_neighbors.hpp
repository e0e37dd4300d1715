// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists by scattering: a thread owns particles, tries those after each and tells both of a pair; every pair
/// once, with atomics (notes 004, find_neighbor_atomic, whose threads zero the counts while others add to them already:
/// here they are zero before).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/owned_particles.hpp>

namespace gridfold
{

/// Counts: an atomic view of (particle), zero; Indices: a view of (particle, number of the neighbour).
template <class Variant, class T, int Dimensions, class Positions, class Counts, class Indices>
struct scatter_neighbors {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using owned = owned_particles<Variant, T, Dimensions>;
  using shared_storage = nothing_shared;

  Positions positions;
  T cutoff2;
  Counts counts;
  Indices indices;

  /// The blocks that deal out this many particles.
  static shape3 grid(std::int64_t particles) { return {cuda::ceil_div(particles, owned::a_block), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      owned mine;
      mine.place(positions, block.index().x, t);
      unrolled_by<8>(t, first_of(mine) + 1, positions.extent(0), [&](int other) { meet(t, mine, other); });
    });
  }

 private:
  static GRIDFOLD_HD int first_of(const owned& mine)
  {
    int first = mine.index[0];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 1; m < owned::items; ++m) first = mine.index[m] < first ? mine.index[m] : first;
    return first;
  }

  template <class Thread>
  GRIDFOLD_HD void meet(Thread t, const owned& mine, int other) const
  {
    const auto where = positions(other);
    unrolled<owned::items>(t, [&](int m) {
      if (distance2(mine.where[m], where) < cutoff2 && mine.index[m] < other) {
        append(mine.index[m], other);
        append(other, mine.index[m]);
      }
    });
  }

  GRIDFOLD_HD void append(int particle, int other) const
  {
    const int place = counts(particle).fetch_add(1);
    if (place < indices.extent(1)) indices(particle, place) = other;
  }
};

}  // namespace gridfold
