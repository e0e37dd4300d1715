// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether a particle has moved too far since particles were sorted into cells: a thread owns a particle.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/point_view.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sets stale(0), initially 0, to 1 if a particle is farther than `limit` from its old position, or in a periodic box
/// from the nearest image of it.
///
/// Points: positions in the original order; Sorted, Index: views of sorted particles and of their original numbers.
template <class T, int Dimensions, class Boundary, class Points, class Sorted, class Index, class Flag>
struct find_moved {
  using block_shape = gridfold::block<256>;
  using shared_storage = nothing_shared;

  Points points;
  Sorted sorted;
  Index index;
  cell_axes<T, Boundary> cells;
  T limit;
  Flag stale;

  static shape3 grid(std::int64_t particles) { return {ceil_div(particles, block_shape::threads), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t s = block.index().x * block_shape::threads + t.rank;
      if (s < sorted.extent(0) && moved(static_cast<int>(s))) gridfold::atomically(stale(0)).fetch_max(1);
    });
  }

 private:
  /// Whether a particle has moved too far; true if a coordinate is NaN or infinite.
  GRIDFOLD_HD bool moved(int s) const
  {
    const view::point<T, Dimensions> then = sorted(s), now = points(index(s));
    if constexpr (core::is_triclinic<Boundary>) return moved_in_tilted(now, then);
    const cell_axis<T, Boundary> axes[3] = {cells.x, cells.y, cells.z};
    T sum = T(0), rounding = T(0);
    GRIDFOLD_UNROLL
    for (int d = 0; d < Dimensions; ++d) {
      T step = now.at[d] - then.at[d];
      if constexpr (Boundary::is_periodic) {
        step -= axes[d].length * std::rint(step * axes[d].inverse_length);
        rounding += std::abs(now.at[d]) + std::abs(then.at[d]);
      }
      sum = std::fma(step, step, sum);
    }
    return is_beyond_limit(sum, rounding);
  }

  GRIDFOLD_HD bool is_beyond_limit(T square, T rounding) const
  {
    const T distance = std::sqrt(square) + T(4) * cuda::std::numeric_limits<T>::epsilon() * rounding;
    return !gridfold::is_finite(distance) || distance > limit;
  }

  /// The nearest image of a step shorter than half of the box's heights is found axis by axis, from the last one down.
  GRIDFOLD_HD bool moved_in_tilted(const view::point<T, Dimensions>& now, const view::point<T, Dimensions>& then) const
  {
    const packed3<T> a = gridfold::kernel::place_of(now), b = gridfold::kernel::place_of(then);
    packed3<T> step{a.x - b.x, a.y - b.y, a.z - b.z};
    const auto minus = [&](const packed3<T>& by) { step = {step.x - by.x, step.y - by.y, step.z - by.z}; };
    minus(cells.periods(T(0), T(0), std::rint(step.z * cells.z.inverse_length)));
    minus(cells.periods(T(0), std::rint(step.y * cells.y.inverse_length), T(0)));
    minus(cells.periods(std::rint(step.x * cells.x.inverse_length), T(0), T(0)));
    const auto sizes = [](const packed3<T>& at) { return std::abs(at.x) + std::abs(at.y) + std::abs(at.z); };
    return is_beyond_limit(step.x * step.x + (step.y * step.y + step.z * step.z), sizes(a) + sizes(b));
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
