// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atoms that lie on points of the lattice.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/parts.hpp"
#include "output/in_order.hpp"

namespace potential_map
{

/// Calls use(atom) for an atom, or for all of its images that reach the box of a lattice's points within a distance.
template <class T, class Use>
void for_each_image(const gridfold::source<T>& atom, const std::optional<gridfold::period_vectors>& period,
                    const gridfold::lattice& where, double distance, const Use& use)
{
  if (!period) return use(atom);
  const auto& [length, tilt] = *period;
  const auto each = [=](double at, double first, double step, std::int64_t points, double along, const auto& shifted) {
    const double last = first + step * static_cast<double>(points - 1);
    for (double n = std::ceil((first - distance - at) / along); n <= (last + distance - at) / along; ++n) shifted(n);
  };
  const auto& [origin, spacing, shape] = where;
  const auto x = static_cast<double>(atom.x), y = static_cast<double>(atom.y), z = static_cast<double>(atom.z);
  each(z, origin.z, spacing.z, shape.z, length.z, [&](double k) {
    each(y + k * tilt.yz, origin.y, spacing.y, shape.y, length.y, [&](double j) {
      const double tilted = x + j * tilt.xy + k * tilt.xz;
      each(tilted, origin.x, spacing.x, shape.x, length.x, [&](double i) {
        use(gridfold::source<T>{static_cast<T>(tilted + i * length.x), static_cast<T>(y + k * tilt.yz + j * length.y),
                                static_cast<T>(z + k * length.z), atom.charge});
      });
    });
  });
}

/// The number of pairs of a point and an atom on it, by the bounds that kernels use. A plan omits such pairs without
/// counting them.
/// \param period whose images count \param threads that count
template <class T>
unsigned long long pairs_on_points(const prepared<T>& from, const std::optional<gridfold::period_vectors>& period,
                                   int threads)
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
  const auto add_pairs = [&](const gridfold::source<T>& a, unsigned long long& found) {
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
  };
  const auto count_some = [&](std::int64_t begin, std::int64_t end) {
    unsigned long long found = 0;
    for (std::int64_t n = begin; n < end; ++n)
      for_each_image(from.atoms[static_cast<std::size_t>(n)], period, from.where, reach,
                     [&](const gridfold::source<T>& a) { add_pairs(a, found); });
    return found;
  };
  unsigned long long all = 0;
  in_ranges(std::ssize(from.atoms), threads, count_some, [&](unsigned long long found) { all += found; });
  return all;
}

}  // namespace potential_map
