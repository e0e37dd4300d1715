// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice sum by scattering: a thread owns sources and adds to every point atomically. With several sources, it
/// adds up their contributions to a point first. Source: Kirk, Hwu and El Hajj, 4th ed., Fig. 18.5.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/sum/careful_sum.hpp>
#include <gridfold/kernel/sum/interaction_call.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sources: a one-dimensional view; Out: an atomic view of (z, y, x), which the kernel adds to. A block processes its
/// sources for one plane of the lattice.
template <class Variant, class T, class Sources, class Out, class Interaction>
struct scatter_sum {
  using variant = Variant;
  using user_call = interaction_call<Interaction, T>;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;
  static constexpr int items = Variant::coarsening::items;

  Sources sources;
  lattice_axes<T> axes;
  Out out;
  Interaction pair;

  /// The grid for this many sources and a lattice of this shape.
  static shape3 grid(std::int64_t sources, shape3 shape)
  {
    return {ceil_div(sources, block_shape::threads * items), shape.z, 1};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      source<T> from[items] = {};
      bool exists[items];
      GRIDFOLD_UNROLL
      for (int m = 0; m < items; ++m) {
        const int s = index(block.index(), t, m);
        exists[m] = s < static_cast<int>(sources.extent(0));
        if (exists[m]) from[m] = sources(s);
      }
      add_to_plane(block.index(), from, exists);
    });
  }

 private:
  /// The index of the source that is a thread's item m.
  static GRIDFOLD_HD int index(index3 at, thread t, int m)
  {
    return static_cast<int>(at.x) * (block_shape::threads * items) +
           item_of<typename variant::assignment, block_shape::threads, items>(t.rank, m);
  }

  GRIDFOLD_HD void add_to_plane(index3 at, const source<T> (&from)[items], const bool (&exists)[items]) const
  {
    const std::int64_t k = at.y;
    const T z = axes.z(k);
    for (std::int64_t j = 0; j < axes.where.shape.y; ++j) {
      const T y = axes.y(j);
      const bool nearby = may_lie_on_row(from, exists, y, z);
      for (std::int64_t i = 0; i < axes.where.shape.x; ++i) {
        const T x = axes.x(i);
        T sum = T(0);
        GRIDFOLD_UNROLL
        for (int m = 0; m < items; ++m) {
          const T dy = y - from[m].y, dz = z - from[m].z;
          if (exists[m]) sum += math::pair_terms(pair, from[m], x - from[m].x, dy, dz, dy * dy + dz * dz);
        }
        out(k, j, i) += is_finite(sum) && !nearby ? sum : resolved(from, exists, {x, y, z});
      }
    }
  }

  /// Whether a thread's sources may lie on points of a row.
  GRIDFOLD_HD bool may_lie_on_row(const source<T> (&from)[items], const bool (&exists)[items], T y, T z) const
  {
    bool nearby = false;
    GRIDFOLD_UNROLL
    for (int m = 0; m < items; ++m)
      nearby = nearby || (exists[m] && is_within(y - from[m].y, axes.reach) && is_within(z - from[m].z, axes.reach));
    return nearby;
  }

  GRIDFOLD_HD T resolved(const source<T> (&from)[items], const bool (&exists)[items], const packed3<T>& at) const
  {
    careful_sum<typename Variant::accumulation, T, Interaction> sum(pair, at, axes.on_point_r2(at));
    GRIDFOLD_UNROLL
    for (int m = 0; m < items; ++m)
      if (exists[m]) sum.add(from[m]);
    return sum.value();
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
