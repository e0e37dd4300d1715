// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice sum by scattering: a thread owns sources and adds to every point (notes 003, Fig. 18.5; coarsened, a
/// thread adds up its own sources before it touches the point).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/kernel/lattice_axes.hpp>
#include <gridfold/kernel/on_point.hpp>
#include <gridfold/kernel/careful_sum.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// Sources: a one-dimensional view; Out: an atomic view of (z, y, x), which this adds to. A block takes its sources
/// through one plane of the lattice.
template <class Variant, class T, class Sources, class Out, class Interaction>
struct scatter_sum {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;
  static constexpr int items = Variant::coarsening::items;

  Sources sources;
  lattice_axes<T> axes;
  Out out;
  Interaction pair;

  /// The blocks that deal out this many sources over this many planes.
  static shape3 grid(std::int64_t sources, shape3 shape)
  {
    return {cuda::ceil_div(sources, block_shape::threads * items), shape.z, 1};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](thread t) {
      source<T> mine[items] = {};
      bool owned[items];
      GRIDFOLD_UNROLL
      for (int m = 0; m < items; ++m) {
        const int s = index(block.index(), t, m);
        owned[m] = s < static_cast<int>(sources.extent(0));
        if (owned[m]) mine[m] = sources(s);
      }
      add_to_plane(block.index(), mine, owned);
    });
  }

 private:
  /// The source that is a thread's item m.
  static GRIDFOLD_HD int index(index3 at, thread t, int m)
  {
    return static_cast<int>(at.x) * (block_shape::threads * items) +
           item_of<typename variant::assignment, block_shape::threads, items>(t.rank, m);
  }

  GRIDFOLD_HD void add_to_plane(index3 at, const source<T> (&mine)[items], const bool (&owned)[items]) const
  {
    const std::int64_t k = at.y;
    const T z = axes.z(k);
    for (std::int64_t j = 0; j < axes.where.shape.y; ++j) {
      const T y = axes.y(j);
      const bool near = may_lie_on_row(mine, owned, y, z);
      for (std::int64_t i = 0; i < axes.where.shape.x; ++i) {
        const T x = axes.x(i);
        T sum = T(0);
        GRIDFOLD_UNROLL
        for (int m = 0; m < items; ++m) {
          const T dy = y - mine[m].y, dz = z - mine[m].z;
          if (owned[m]) sum += gridfold::pair_terms(pair, mine[m], x - mine[m].x, dy, dz, dy * dy + dz * dz);
        }
        out(k, j, i) += is_finite(sum) && !near ? sum : resolved(mine, owned, {x, y, z});
      }
    }
  }

  /// Whether a thread's sources may lie on points of a row.
  GRIDFOLD_HD bool may_lie_on_row(const source<T> (&mine)[items], const bool (&owned)[items], T y, T z) const
  {
    bool near = false;
    GRIDFOLD_UNROLL
    for (int m = 0; m < items; ++m)
      near = near || (owned[m] && is_within(y - mine[m].y, axes.reach) && is_within(z - mine[m].z, axes.reach));
    return near;
  }

  GRIDFOLD_HD T resolved(const source<T> (&mine)[items], const bool (&owned)[items], const packed3<T>& at) const
  {
    careful_sum<typename Variant::accumulation, T, Interaction> sum(pair, at, axes.on_point_r2(at));
    GRIDFOLD_UNROLL
    for (int m = 0; m < items; ++m)
      if (owned[m]) sum.add(mine[m]);
    return sum.value();
  }
};

}  // namespace gridfold
