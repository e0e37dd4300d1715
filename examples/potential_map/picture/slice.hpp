// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The slice that a picture shows, its colours and its scale.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/map_file.hpp"

namespace potential_map
{

/// The values of a map on the plane of its middle lattice points across z.
struct slice {
  std::int64_t nx, ny;
  double spacing_x, spacing_y;  ///< [Å]
  double x, y, z;               ///< the first point [Å]
  std::vector<double> values;   ///< (y, x)
};

slice middle_slice(const any_field& map);

/// The magnitude that 98 of 100 finite values of the slice do not exceed, so that a few points close to atoms do not
/// leave all others white. 1 if all values are zero.
double colour_range(const slice& plane);

/// Red, green and blue, from 0 to 1.
struct colour {
  double red, green, blue;
};

/// The colour of a value as a share of the range, from red at -1 over white at 0 to blue at 1, as is usual in
/// electrostatics. Values beyond get the end's colour; NaN is grey.
colour colour_of(double share);

/// Round numbers in [low, high], about as many as wanted, at equal distances.
std::vector<double> ticks(double low, double high, int wanted);

/// The slice as width x height pixels in rows from the top, where y is largest. A pixel is the mean colour of the
/// points in it, or the colour of the nearest one.
std::vector<colour> paint(const slice& plane, double range, int width, int height);

}  // namespace potential_map
