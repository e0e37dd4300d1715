// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists by gathering: a thread owns particles and tests each with all others. All pairs are tested twice; no
/// atomics. The particles of a thread are in kernel/neighbors/owned_particles.hpp, its reads of other particles in the
/// memory space, such as policy/shared.hpp. Source: Fan, CUDA Programming, ch. 9, find_neighbor_no_atomic.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/neighbors/owned_particles.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Pairs: pairs::twice or pairs::once; Counts: a view of (particle); Indices: a view of (particle, number of the
/// neighbour).
template <class Variant, class Pairs, class T, int Dimensions, class Positions, class Counts, class Indices>
struct gather_neighbors {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using thread_particles = owned_particles<Variant, T, Dimensions>;
  using input = typename Variant::input;
  using shared_storage = typename input::template storage<view::point<T, Dimensions>, 1>;

  Positions positions;
  T cutoff2;
  Counts counts;
  Indices indices;

  /// The grid for this many particles.
  static shape3 grid(std::int64_t particles) { return {ceil_div(particles, thread_particles::a_block), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto states = block.template per_thread<thread_state>();
    block.each_thread([&](auto t) { states[t].particles.init(positions, block.index().x, t); });
    input::template for_each_stage<1>(block, positions, [&](auto t, const auto& stage) {
      thread_state state = states[t];
      input::template for_each_element<8>(
          stage, [&](int s, const auto& where) { test_pair(t, state, state.seen + s, where); });
      state.seen += static_cast<int>(stage.extent(0));
      states[t] = state;
    });
    block.each_thread([&](auto t) { write_counts(states[t]); });
  }

 private:
  /// A thread's particles, the number of neighbours found for each, and the number of particles tested so far.
  struct thread_state {
    thread_particles particles;
    int count[thread_particles::items] = {};
    int seen = 0;
  };

  GRIDFOLD_HD void test_pair(auto t, thread_state& state, int other, const view::point<T, Dimensions>& where) const
  {
    unrolled<thread_particles::items>(t, [&](int m) {
      if (distance2(state.particles.where[m], where) < cutoff2) append(state.particles.index[m], state.count[m], other);
    });
  }

  GRIDFOLD_HD void append(int particle, int& count, int other) const
  {
    if ((Pairs::each_once ? other <= particle : other == particle) || particle >= positions.extent(0)) return;
    if (count < indices.extent(1)) indices(particle, count) = other;
    ++count;
  }

  GRIDFOLD_HD void write_counts(const thread_state& state) const
  {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < thread_particles::items; ++m)
      if (state.particles.index[m] < positions.extent(0)) counts(state.particles.index[m]) = state.count[m];
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
