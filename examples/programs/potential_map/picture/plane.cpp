// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/plane.hpp"

#include <algorithm>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <string>

namespace potential_map
{

picture_axes axes_in(const plane& where) { return {where.axis == 0 ? 1U : 0U, where.axis == 2 ? 1U : 2U}; }

std::array<double, 3> by_axis(const gridfold::vec3& point) { return {point.x, point.y, point.z}; }
std::array<double, 3> by_axis(const gridfold::spacing3& spacing) { return {spacing.x, spacing.y, spacing.z}; }
std::array<std::int64_t, 3> by_axis(const gridfold::shape3& shape) { return {shape.x, shape.y, shape.z}; }

place place_of(const gridfold::lattice& where, const plane& wanted)
{
  const std::int64_t points = by_axis(where.shape)[wanted.axis];
  if (!wanted.at) return {points / 2, points / 2, 0};
  const double first = by_axis(where.origin)[wanted.axis], spacing = by_axis(where.spacing)[wanted.axis];
  const double steps = (*wanted.at - first) / spacing, last = static_cast<double>(points - 1);
  constexpr double slack = 1e-6;  // in spacings: a plane given in decimals may be meant to contain points
  if (!(steps >= -slack && steps <= last + slack))
    throw gridfold::error(std::string("the plane ") + axis_letters[wanted.axis] + " = " +
                          gridfold::core::text_of(*wanted.at) + " A is outside the lattice (which reaches from " +
                          gridfold::core::text_of(first) + " to " + gridfold::core::text_of(first + last * spacing) +
                          " A): give a --plane in it");
  const double nearest = std::round(steps);
  const double at = std::clamp(std::abs(steps - nearest) < slack ? nearest : steps, 0.0, last);
  const auto below = static_cast<std::int64_t>(at);
  return {below, std::min(below + 1, points - 1), at - static_cast<double>(below)};
}

double coordinate_of(const gridfold::lattice& where, std::size_t axis, const place& at)
{
  return by_axis(where.origin)[axis] + (static_cast<double>(at.first) + at.share) * by_axis(where.spacing)[axis];
}

gridfold::lattice layer_at(gridfold::lattice where, const plane& wanted)
{
  const double at = coordinate_of(where, wanted.axis, place_of(where, wanted));
  const std::array origin{&where.origin.x, &where.origin.y, &where.origin.z};
  const std::array shape{&where.shape.x, &where.shape.y, &where.shape.z};
  *origin[wanted.axis] = at;
  *shape[wanted.axis] = 1;
  return where;
}

}  // namespace potential_map
