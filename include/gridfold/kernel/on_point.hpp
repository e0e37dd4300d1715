// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// When a source lies on a point: the distance between them is then what rounding left of zero.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cuda/std/limits>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// What rounding to T may leave of a distance of zero, as a share of the coordinates: each of the two is off by half an
/// epsilon, and there are three axes, so it is sqrt(3) epsilon.
template <class T>
inline constexpr double rounding_share = 2 * static_cast<double>(cuda::std::numeric_limits<T>::epsilon());

/// What origin + i*spacing may leave of it in double, as a share of the lattice: the origin, the spacing, their
/// product, the sum and the coordinate that they stand for are off by half an epsilon of it, product and spacing by a
/// whole one, since a lattice around zero extends twice as far as its largest coordinate: sqrt(3) 3.5 epsilon.
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

/// Whether a difference of coordinates is less than `reach`.
template <class T>
GRIDFOLD_HD bool is_within(const T& difference, const T& reach)
{
  return -reach < difference && difference < reach;
}

/// A source lies on a point where r2 is less than this: `size` is the point's largest coordinate, `radius` what may be
/// left of a zero distance whatever the point. It is no denormal number, which a processor may take for zero.
template <class T>
GRIDFOLD_HD T on_point_r2(double size, double radius)
{
  const double r = rounding_share<T> * size + radius, r2 = r * r;
  const auto least = static_cast<double>(cuda::std::numeric_limits<T>::min());
  return static_cast<T>(r2 < least ? least : r2);
}

}  // namespace gridfold
