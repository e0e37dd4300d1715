// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// When a source lies on a point: the distance between them is then what rounding left of zero.
#pragma once

#include <cmath>
#include <cuda/std/limits>
#include <gridfold/config.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// The radius in which a source lies on a point, as a share of the largest coordinate: 2 epsilon of T, and 8 of
/// double at least. With u = epsilon / 2, a source's coordinate and a point's are each rounded to T once, which parts
/// them by 2 u of their size, and three axes by sqrt(3) times that: less than 2 epsilon. In double, origin + i*spacing
/// has five more roundings (of origin, spacing, product twice as large, and sum): 7 sqrt(3) u is less than 8 epsilon.
template <class T>
inline constexpr double on_point_share = cuda::std::numeric_limits<T>::digits > 24
                                             ? 8 * cuda::std::numeric_limits<double>::epsilon()
                                             : 2 * double{cuda::std::numeric_limits<float>::epsilon()};

/// The largest magnitude of three coordinates.
GRIDFOLD_HD double largest_of(double x, double y, double z)
{
  const double a = std::fabs(x), b = std::fabs(y), c = std::fabs(z);
  const double ab = a < b ? b : a;
  return ab < c ? c : ab;
}

/// Whether a difference of coordinates is less than `reach`.
template <class T>
GRIDFOLD_HD bool is_within(const T& difference, const T& reach)
{
  return -reach < difference && difference < reach;
}

/// A source lies on a point where r2 is less than this: `size` is the point's largest coordinate, and `radius` a least
/// radius. It is no denormal number, which a processor's root may take for zero.
template <class T>
GRIDFOLD_HD T on_point_r2(double size, double radius)
{
  const double share = on_point_share<T> * size, r = share < radius ? radius : share;
  const auto least = static_cast<double>(cuda::std::numeric_limits<T>::min());
  return static_cast<T>(r * r < least ? least : r * r);
}
template <class T>
GRIDFOLD_HD T on_point_r2(const packed3<T>& point, double radius)
{
  return gridfold::on_point_r2<T>(
      largest_of(static_cast<double>(point.x), static_cast<double>(point.y), static_cast<double>(point.z)), radius);
}

}  // namespace gridfold
