// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coordinates along the vectors of a triclinic box. A shear turns the box into one with right angles, so that cells
/// and mesh nodes lie in it as in any other periodic box. Boxes with right angles have no shear, and no code for it.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The coordinates of boxes with right angles are their own.
template <class T, class Boundary>
struct box_shear {
  box_shear(const vec3& /*origin*/, const period_vectors& /*box*/) {}
};

/// The sheared coordinates of origin + i a + j b + k c are origin + (i x, j y, k z), where x, y and z are the box's
/// lengths.
template <class T>
struct box_shear<T, boundary::triclinic> {
  T xy, xz, yz;                      ///< the tilt
  T x_per_y, x_per_z, y_per_z;       ///< the tilt over the lengths
  T sheared_from_y, sheared_from_z;  ///< the origin

  box_shear(const vec3& origin, const period_vectors& box)
      : xy(static_cast<T>(box.tilt.xy)),
        xz(static_cast<T>(box.tilt.xz)),
        yz(static_cast<T>(box.tilt.yz)),
        x_per_y(slope(box.tilt.xy, box.lengths.y)),
        x_per_z(slope(box.tilt.xz, box.lengths.z)),
        y_per_z(slope(box.tilt.yz, box.lengths.z)),
        sheared_from_y(static_cast<T>(origin.y)),
        sheared_from_z(static_cast<T>(origin.z))
  {
  }

  [[nodiscard]] GRIDFOLD_HD packed3<T> sheared(const packed3<T>& at) const
  {
    const T up = at.z - sheared_from_z, y = at.y - y_per_z * up;
    return {at.x - x_per_y * (y - sheared_from_y) - x_per_z * up, y, at.z};
  }
  /// The position that has these sheared coordinates.
  [[nodiscard]] GRIDFOLD_HD packed3<T> unsheared(const packed3<T>& along) const
  {
    const T up = along.z - sheared_from_z;
    return {along.x + x_per_y * (along.y - sheared_from_y) + x_per_z * up, along.y + y_per_z * up, along.z};
  }

 private:
  static T slope(double by, double length) { return by == 0 ? T(0) : static_cast<T>(by / length); }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
