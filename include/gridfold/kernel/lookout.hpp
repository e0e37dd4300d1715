// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a gather learns that sources lie on its points, outside of the loop over all pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda/atomic>
#include <gridfold/config.hpp>
#include <gridfold/exec/thread.hpp>
#include <gridfold/kernel/lattice_axes.hpp>
#include <gridfold/source.hpp>

namespace gridfold
{

/// A lattice of which the host has found whether sources lie on its points.
template <class T>
struct searched_lattice : lattice_axes<T> {
  bool found;

  template <class Tile>
  GRIDFOLD_HD bool may_lie_on_points(const Tile& /*tile*/) const
  {
    return found;
  }
};

/// A lattice whose blocks look out for sources on their points, as they load them into tiles.
template <class T>
struct unsearched_lattice : lattice_axes<T> {
};

/// A lattice whose blocks look through these sources.
template <class T, class Sources>
struct candidate_lattice : unsearched_lattice<T> {
  Sources candidates;
};

template <class Where>
inline constexpr bool looks_out = false;
template <class T>
inline constexpr bool looks_out<unsearched_lattice<T>> = true;
template <class T, class Sources>
inline constexpr bool looks_out<candidate_lattice<T, Sources>> = true;
template <class Where>
inline constexpr bool looks_through = false;
template <class T, class Sources>
inline constexpr bool looks_through<candidate_lattice<T, Sources>> = true;

/// Whether a source may lie on a point, by the point next to it along each axis.
template <class T>
bool is_near_point(const lattice_axes<T>& axes, const source<T>& from)
{
  const auto next = [](T place, double origin, double spacing, std::int64_t points) {
    const double index = (static_cast<double>(place) - origin) / spacing;
    return static_cast<std::int64_t>(std::min(std::max(0.0, index), static_cast<double>(points - 1)) + 0.5);
  };
  const auto& [origin, spacing, shape] = axes.where;
  return is_within(from.z - axes.z(next(from.z, origin.z, spacing.z, shape.z)), 2 * axes.reach) &&
         is_within(from.y - axes.y(next(from.y, origin.y, spacing.y, shape.y)), 2 * axes.reach) &&
         is_within(from.x - axes.x(next(from.x, origin.x, spacing.x, shape.x)), 2 * axes.reach);
}

/// The box around a block's points, and whether a source was seen in it. Lies in shared memory: a thread begins, all
/// look, all ask, with barriers between.
template <class T>
class lookout {
 public:
  GRIDFOLD_HD void begin(const lattice_axes<T>& axes, shape3 first, shape3 last)
  {
    const auto low = axes.at(first.x, first.y, first.z), high = axes.at(last.x, last.y, last.z);
    low_ = {low.x - axes.reach, low.y - axes.reach, low.z - axes.reach};
    high_ = {high.x + axes.reach, high.y + axes.reach, high.z + axes.reach};
    seen_ = 0;
  }

  GRIDFOLD_HD void look_at(const source<T>& from)
  {
    if (low_.z < from.z && from.z < high_.z && low_.y < from.y && from.y < high_.y && low_.x < from.x &&
        from.x < high_.x)
      cuda::atomic_ref<int, cuda::thread_scope_block>(seen_).store(1, cuda::std::memory_order_relaxed);
  }

  [[nodiscard]] GRIDFOLD_HD bool seen() const { return seen_ != 0; }

 private:
  packed3<T> low_, high_;
  int seen_;
};

/// What a block that looks out keeps in shared memory, beside a stage of its inputs.
template <class Stage, class T>
struct with_lookout : Stage {
  gridfold::lookout<T> lookout;
};

}  // namespace gridfold
