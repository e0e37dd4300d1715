// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atoms that lie on points of the lattice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <gridfold/kernel/parts/lattice_axes.hpp>

#include "engine/parts.hpp"

namespace potential_map
{

/// The number of pairs of a point and an atom that lies on it, by the bounds that kernels use: a plan leaves them out
/// without counting. An atom lies on the nearest point if on any.
template <class T>
unsigned long long pairs_on_points(const prepared<T>& from)
{
  const auto axes = gridfold::kernel::axes_of<T>(from.where, from.radius);
  const auto& [origin, spacing, shape] = from.where;
  const auto nearest = [](T coordinate, double first, double step, std::int64_t points) {
    const double index = (static_cast<double>(coordinate) - first) / step;
    return static_cast<std::int64_t>(std::clamp(index, 0.0, static_cast<double>(points - 1)) + 0.5);
  };
  unsigned long long found = 0;
  for (const auto& a : from.atoms) {
    const auto point = axes.at(nearest(a.x, origin.x, spacing.x, shape.x), nearest(a.y, origin.y, spacing.y, shape.y),
                               nearest(a.z, origin.z, spacing.z, shape.z));
    const T dx = point.x - a.x, dy = point.y - a.y, dz = point.z - a.z;
    found += dx * dx + (dy * dy + dz * dz) < axes.on_point_r2(point);
  }
  return found;
}

}  // namespace potential_map
