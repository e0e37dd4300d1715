// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists by scattering: a thread owns particles, tests each with those after it, and appends to the lists of
/// one or both by atomics. Each pair is tested once. Counts must be zero before. Source: Fan, CUDA Programming, ch. 9,
/// find_neighbor_atomic.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/neighbors/owned_particles.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Pairs: pairs::twice or pairs::once; Counts: an atomic view of (particle), zero; Indices: a view of (particle, number
/// of the neighbour).
template <class Variant, class Pairs, class T, int Dimensions, class Positions, class Counts, class Indices>
struct scatter_neighbors {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using thread_particles = owned_particles<Variant, T, Dimensions>;
  using shared_storage = nothing_shared;

  Positions positions;
  T cutoff2;
  Counts counts;
  Indices indices;

  /// The grid for this many particles.
  static shape3 grid(std::int64_t particles) { return {ceil_div(particles, thread_particles::a_block), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      thread_particles particles;
      particles.init(positions, block.index().x, t);
      unrolled_by<8>(t, first_of(particles) + 1, positions.extent(0),
                     [&](int other) { test_pair(t, particles, other); });
    });
  }

 private:
  static GRIDFOLD_HD int first_of(const thread_particles& particles)
  {
    int first = particles.index[0];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 1; m < thread_particles::items; ++m) first = particles.index[m] < first ? particles.index[m] : first;
    return first;
  }

  GRIDFOLD_HD void test_pair(auto t, const thread_particles& particles, int other) const
  {
    const auto where = positions(other);
    unrolled<thread_particles::items>(t, [&](int m) {
      if (distance2(particles.where[m], where) < cutoff2 && particles.index[m] < other) {
        append(particles.index[m], other);
        if constexpr (!Pairs::each_once) append(other, particles.index[m]);
      }
    });
  }

  GRIDFOLD_HD void append(int particle, int other) const
  {
    const int slot = counts(particle).fetch_add(1);
    if (slot < indices.extent(1)) indices(particle, slot) = other;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
