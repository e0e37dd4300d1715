// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The slice of a map that a picture shows.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/map_file.hpp"
#include "picture/plane.hpp"

namespace potential_map
{

/// The values of a map on a plane.
struct slice {
  std::int64_t nx, ny;          ///< points to the right and upwards
  double spacing_x, spacing_y;  ///< [Å]
  double x, y;                  ///< the first point [Å]
  std::vector<double> values;   ///< (y, x)
  std::size_t axis = 2;         ///< the axis across the plane: 0, 1, 2 for x, y, z
  double at = 0;                ///< the plane's coordinate along that axis [Å]
};

/// The values of a map on a plane, interpolated linearly between layers of points. Throws gridfold::error if the plane
/// lies outside the map's lattice.
slice slice_at(const any_field& map, const plane& wanted);

/// A value between two others; a value with weight zero may be infinite.
inline double between(double a, double b, double share) { return share == 0 ? a : (1 - share) * a + share * b; }

}  // namespace potential_map
