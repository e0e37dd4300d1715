// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The colours of a slice and their scale.
#pragma once

#include <vector>

#include "picture/slice.hpp"

namespace potential_map
{

/// The magnitude that 98% of the finite values do not exceed, so that a few points close to atoms do not leave all
/// others white. 1 if all values are zero.
double colour_range(const std::vector<double>& values);

/// Red, green and blue, from 0 to 1.
struct colour {
  double red, green, blue;
};

/// The colour of a value as a share of the range, from red at -1 over white at 0 to blue at 1, as is usual in
/// electrostatics. Values beyond the range get the end's colour; NaN is grey.
colour colour_of(double share);

/// Equidistant round numbers in [low, high], about `wanted` of them.
std::vector<double> ticks(double low, double high, int wanted);

/// The slice as width x height pixels in rows from the top, where y is largest. Values are interpolated linearly
/// between points; a pixel that covers several points has their mean colour. The outermost points are half a spacing
/// from the edges.
std::vector<colour> paint(const slice& shown, double range, int width, int height);

}  // namespace potential_map
