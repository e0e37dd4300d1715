// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Planes across an axis of a lattice.
#pragma once

#include <array>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <optional>

namespace potential_map
{

/// A plane across an axis.
struct plane {
  std::size_t axis = 2;      ///< 0, 1, 2 for x, y, z
  std::optional<double> at;  ///< [Å]; by default the plane of the middle points
};

inline constexpr std::array axis_letters{'x', 'y', 'z'};

/// The axes to the right and upwards in a picture of a plane.
struct picture_axes {
  std::size_t right, up;
};
picture_axes axes_in(const plane& where);

/// A point's coordinates, or a lattice's spacings or numbers of points, by axis.
std::array<double, 3> by_axis(const gridfold::vec3& point);
std::array<double, 3> by_axis(const gridfold::spacing3& spacing);
std::array<std::int64_t, 3> by_axis(const gridfold::shape3& shape);

/// A place between two points of an axis.
struct place {
  std::int64_t first, second;
  double share;  ///< of the second
};

/// The place of a plane along its axis. Throws gridfold::error if the plane lies outside the lattice.
place place_of(const gridfold::lattice& where, const plane& wanted);

/// Where a place is [Å].
double coordinate_of(const gridfold::lattice& where, std::size_t axis, const place& at);

/// The lattice reduced to one layer of points, in a plane. Throws gridfold::error if the plane lies outside.
gridfold::lattice layer_at(gridfold::lattice where, const plane& wanted);

}  // namespace potential_map
