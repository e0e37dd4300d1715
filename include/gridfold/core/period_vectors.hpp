// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The vectors of a triclinic period: the box that fills space when it is repeated along them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <limits>
#include <numbers>

namespace gridfold
{

/// The tilt of a triclinic box with lengths x, y and z: its vectors are a = (x, 0, 0), b = (xy, y, 0) and
/// c = (xz, yz, z). The box of a crystal, given by lengths and angles, can always be turned so that it has this form.
struct box_tilt {
  double xy = 0, xz = 0, yz = 0;

  GRIDFOLD_ABI_TAG friend bool operator==(const box_tilt&, const box_tilt&) = default;
};

/// The vectors a = (x, 0, 0), b = (xy, y, 0) and c = (xz, yz, z) of a period.
struct period_vectors {
  vec3 lengths;  ///< x, y and z: of the edges if nothing is tilted
  box_tilt tilt;

  GRIDFOLD_ABI_TAG explicit period_vectors(const vec3& sizes) : lengths(sizes), tilt{} {}
  GRIDFOLD_ABI_TAG period_vectors(const vec3& sizes, const box_tilt& by) : lengths(sizes), tilt(by) {}

  [[nodiscard]] GRIDFOLD_ABI_TAG double volume() const { return lengths.x * lengths.y * lengths.z; }

  /// The lengths of a, b and c.
  [[nodiscard]] GRIDFOLD_ABI_TAG vec3 edges() const
  {
    return {lengths.x, std::hypot(tilt.xy, lengths.y), std::hypot(tilt.xz, tilt.yz, lengths.z)};
  }

  /// The distances between opposite faces: beyond the ends of a, of b and of c.
  [[nodiscard]] GRIDFOLD_ABI_TAG vec3 heights() const
  {
    const auto& [x, y, z] = lengths;
    const double per_y = tilt.xy / y, per_z = tilt.yz / z;  // 1 / height is the length of a reciprocal vector
    return {x / std::hypot(1.0, per_y, tilt.xz / z - per_y * per_z), y / std::hypot(1.0, per_z), z};
  }

  /// The vectors of the same crystal with the smallest tilt: at most half of the lengths. Sums and lists are the same,
  /// and take less time.
  [[nodiscard]] GRIDFOLD_ABI_TAG period_vectors reduced() const
  {
    period_vectors by = *this;
    const double along_b = std::rint(by.tilt.yz / lengths.y);
    by.tilt.yz -= along_b * lengths.y;
    by.tilt.xz -= along_b * tilt.xy;
    by.tilt.xz -= std::rint(by.tilt.xz / lengths.x) * lengths.x;
    by.tilt.xy -= std::rint(by.tilt.xy / lengths.x) * lengths.x;
    return by;
  }

  /// Throws `error` unless lengths are positive and finite and the tilt is finite.
  GRIDFOLD_ABI_TAG void check() const
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (double length : {lengths.x, lengths.y, lengths.z})
      if (!(length > 0 && length < infinity))
        throw error({"a box has a length of ", length, " (no room): give positive, finite lengths"});
    for (double t : {tilt.xy, tilt.xz, tilt.yz})
      if (!(std::abs(t) < infinity))
        throw error({"a box is tilted by ", t, " (no length): give the finite components xy, xz and yz of b and c"});
  }
};

}  // namespace gridfold

namespace gridfold::inline GRIDFOLD_ABI
{

/// The vectors of a crystal's box, from its edges a, b and c and the angles between b and c, a and c, and a and b in
/// degrees: a lies along x, and b in the plane of x and y. Throws `error` for a box without a volume.
inline period_vectors period_vectors_of(const vec3& edges, const vec3& angles)
{
  const auto cosine = [](double degrees) {  // exact for a right angle
    return degrees == 90 ? 0.0 : std::cos(degrees / 180 * std::numbers::pi);
  };
  const double of_bc = cosine(angles.x), of_ac = cosine(angles.y), of_ab = cosine(angles.z),
               sine = std::sqrt(1 - of_ab * of_ab), along_y = (of_bc - of_ac * of_ab) / sine,
               along_z = std::sqrt(1 - of_ac * of_ac - along_y * along_y);
  const bool are_angles = angles.x > 0 && angles.x < 180 && angles.y > 0 && angles.y < 180 && angles.z > 0 &&
                          angles.z < 180 && along_z > 1e-6;
  if (!are_angles)
    throw error({"the angles of a box are ", angles.x, ", ", angles.y, " and ", angles.z,
                 " degrees (no such box has a volume): give those between b and c, a and c, and a and b"});
  const period_vectors found({edges.x, edges.y * sine, edges.z * along_z},
                             {edges.y * of_ab, edges.z * of_ac, edges.z * along_y});
  found.check();
  return found;
}

}  // namespace gridfold::inline GRIDFOLD_ABI
