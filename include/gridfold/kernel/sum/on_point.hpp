// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The test of a source on a point: true if their exact distance may be zero and the computed one a rounding error.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cuda/std/limits>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Bound of the computed distance between two equal positions, relative to the largest coordinate, if coordinates are
/// rounded to T: half an epsilon for each of the two on three axes, sqrt(3) epsilon, rounded up.
template <class T>
inline constexpr double rounding_share = 2 * static_cast<double>(cuda::std::numeric_limits<T>::epsilon());

/// Bound of the distance between a source and the lattice point at its position, where origin + i*spacing is rounded in
/// double, relative to the lattice's largest coordinate: half an epsilon each for the origin, the sum and the source's
/// coordinate, one each for spacing and product, because a lattice around zero extends over twice its largest
/// coordinate. On three axes that is sqrt(3) * 3.5 epsilon, rounded up.
inline constexpr double lattice_share = 8 * cuda::std::numeric_limits<double>::epsilon();

/// The largest magnitude of three coordinates.
GRIDFOLD_HD double largest_of(double x, double y, double z)
{
  const double a = std::fabs(x), b = std::fabs(y), c = std::fabs(z);
  const double ab = a < b ? b : a;
  return ab < c ? c : ab;
}
template <class T>
GRIDFOLD_HD double largest_of(const packed3<T>& point)
{
  return largest_of(static_cast<double>(point.x), static_cast<double>(point.y), static_cast<double>(point.z));
}

/// Whether a difference of coordinates is less than `reach`, or NaN.
template <class T>
GRIDFOLD_HD bool is_within(const T& difference, const T& reach)
{
  return !(difference <= -reach) && !(reach <= difference);
}

/// A source lies on a point if r2 is less than this. Never a denormal number, which a processor may flush to zero.
///
/// \param size the point's largest coordinate
/// \param radius the minimum on-point radius
template <class T>
GRIDFOLD_HD T on_point_r2(double size, double radius)
{
  const double r = rounding_share<T> * size + radius, r2 = r * r;
  const auto least = static_cast<double>(cuda::std::numeric_limits<T>::min());
  return static_cast<T>(r2 < least ? least : r2);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
