// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a gather learns that sources lie on its points, outside of the loop over all pairs.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/lattice_axes.hpp>
#include <gridfold/core/source.hpp>

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

/// A lattice whose blocks search for sources on their points.
template <class T>
struct unsearched_lattice : lattice_axes<T> {
};

template <class Where>
inline constexpr bool is_unsearched = false;
template <class T>
inline constexpr bool is_unsearched<unsearched_lattice<T>> = true;

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

/// The box around a block's points, by as much larger as a source on a point may be off.
template <class T>
class point_box {
 public:
  GRIDFOLD_HD point_box(const lattice_axes<T>& axes, index3 first, index3 last)
      : low_(axes.at(first.x, first.y, first.z)), high_(axes.at(last.x, last.y, last.z)), reach_(axes.reach)
  {
  }

  [[nodiscard]] GRIDFOLD_HD bool contains(const source<T>& from) const
  {
    return low_.z - reach_ < from.z && from.z < high_.z + reach_ && low_.y - reach_ < from.y &&
           from.y < high_.y + reach_ && low_.x - reach_ < from.x && from.x < high_.x + reach_;
  }

 private:
  packed3<T> low_, high_;
  T reach_;
};

/// What a block that searches keeps in shared memory, beside a stage of its inputs: whether a source lies in the box
/// around its points.
template <class Stage>
struct with_flag : Stage {
  unsigned seen;
};

}  // namespace gridfold
