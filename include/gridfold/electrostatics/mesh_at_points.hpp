// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parameters of a particle-mesh sum at points, and their choice from an accuracy.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <limits>
#include <numbers>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The box in which the points of a plan lie, and their largest number.
struct point_box {
  vec3 low, high;
  std::int64_t capacity;
};

namespace detail
{

/// The lattice of the corners of the box around points and atoms.
inline lattice corners_of(const point_box& points, const atom_box& atoms)
{
  lattice corners;
  const auto along = [](double low, double high, double other_low, double other_high, double& origin, double& spacing,
                        std::int64_t& count) {
    origin = std::min(low, other_low);
    const double length = std::max(high, other_high) - origin;
    if (!(high >= low && length < std::numeric_limits<double>::infinity()))
      throw error({"the box of the points reaches from ", low, " to ", high,
                   " along an axis (no room): give finite corners, low before high"});
    count = length > 0 ? 2 : 1;
    spacing = length > 0 ? length : 1;
  };
  along(points.low.x, points.high.x, atoms.low.x, atoms.high.x, corners.origin.x, corners.spacing.x, corners.shape.x);
  along(points.low.y, points.high.y, atoms.low.y, atoms.high.y, corners.origin.y, corners.spacing.y, corners.shape.y);
  along(points.low.z, points.high.z, atoms.low.z, atoms.high.z, corners.origin.z, corners.spacing.z, corners.shape.z);
  return corners;
}

}  // namespace detail

namespace electrostatics
{

/// The work of a call at points, in units of which each takes about the same time; or the units' times.
struct work_at_points {
  double tested_pairs,     ///< a point tests the cells that overlap its cutoff sphere: about twice the pairs in it
      mesh_nodes,          ///< that are transformed
      spread_nodes,        ///< in the windows of atoms
      interpolated_nodes;  ///< in the windows of points

  /// The time of this work.
  [[nodiscard]] constexpr double time(const work_at_points& of_unit) const
  {
    return tested_pairs * of_unit.tested_pairs + mesh_nodes * of_unit.mesh_nodes + spread_nodes * of_unit.spread_nodes +
           interpolated_nodes * of_unit.interpolated_nodes;
  }
};

/// Relative times of the units. bench/defaults/mesh_times.py prints what the times of particle_mesh_points_device say.
inline constexpr work_at_points times_at_points = {
    .tested_pairs = 4, .mesh_nodes = 48, .spread_nodes = 9, .interpolated_nodes = 6};

inline work_at_points work_of(const mesh_parameters& p, const atom_box& atoms, std::int64_t points)
{
  const auto length = [&](double low, double high) {
    return p.is_periodic ? high - low : std::max(high - low, p.cutoff);
  };
  const double volume =
      length(atoms.low.x, atoms.high.x) * length(atoms.low.y, atoms.high.y) * length(atoms.low.z, atoms.high.z);
  const double reach = 8 * std::numbers::pi / 3 * p.cutoff * p.cutoff * p.cutoff;
  const double share = p.is_periodic ? reach / volume : std::min(reach / volume, 1.0);
  const auto number = [](std::int64_t n) { return static_cast<double>(n); };
  const double window = std::pow(number(p.width), 3);
  return {.tested_pairs = number(points) * number(atoms.capacity) * share,
          .mesh_nodes = number(p.nodes.x) * number(p.nodes.y) * number(p.nodes.z),
          .spread_nodes = number(atoms.capacity) * window,
          .interpolated_nodes = number(points) * window};
}

}  // namespace electrostatics

/// Chooses the parameters of a plan at points, as choose_mesh does for a ten times finer accuracy, because errors of
/// fields are larger than those of potentials.
template <class T, class Boundary = boundary::open>
mesh_parameters choose_mesh_at_points(const point_box& points, const atom_box& atoms, const mesh_request& asked,
                                      double kappa = 0)
{
  const std::int64_t most = std::max(points.capacity, atoms.capacity);
  return electrostatics::choose_mesh_of_least<T, Boundary>(
      detail::corners_of(points, atoms), atoms, asked, kappa, true, [&](const mesh_parameters& p) {
        return electrostatics::work_of(p, atoms, most).time(electrostatics::times_at_points);
      });
}

}  // namespace gridfold::inline GRIDFOLD_ABI
