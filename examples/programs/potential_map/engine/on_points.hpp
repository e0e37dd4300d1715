// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atoms that lie on points of the lattice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <utility>

#include "engine/parts.hpp"

namespace potential_map
{

/// The number of pairs of a point and an atom on it, by the bounds that kernels use. A plan omits such pairs without
/// counting them.
template <class T>
unsigned long long pairs_on_points(const prepared<T>& from)
{
  const auto axes = gridfold::kernel::axes_of<T>(from.where, from.radius);
  const auto& [origin, spacing, shape] = from.where;
  // The points along an axis that an atom may lie on: one, or several if points are very close to each other.
  const double reach = static_cast<double>(axes.reach);
  const auto near = [=](T coordinate, double first, double step, std::int64_t points) {
    const auto index = [=](double at) {
      return static_cast<std::int64_t>(std::clamp((at - first) / step, 0.0, static_cast<double>(points - 1)) + 0.5);
    };
    const auto at = static_cast<double>(coordinate);
    return std::pair{index(at - reach), index(at + reach)};
  };
  unsigned long long found = 0;
  for (const auto& a : from.atoms) {
    const auto [left, right] = near(a.x, origin.x, spacing.x, shape.x);
    const auto [front, back] = near(a.y, origin.y, spacing.y, shape.y);
    const auto [low, high] = near(a.z, origin.z, spacing.z, shape.z);
    for (std::int64_t k = low; k <= high; ++k)
      for (std::int64_t j = front; j <= back; ++j)
        for (std::int64_t i = left; i <= right; ++i) {
          const auto point = axes.at(i, j, k);
          const T dx = point.x - a.x, dy = point.y - a.y, dz = point.z - a.z;
          found += dx * dx + (dy * dy + dz * dz) < axes.on_point_r2(point);
        }
  }
  return found;
}

}  // namespace potential_map
