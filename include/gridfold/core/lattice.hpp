// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice, a regular grid of points in space, and values on it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/shape.hpp>
#include <limits>
#include <string>

namespace gridfold
{

/// A position or a step in space.
struct vec3 {
  double x, y, z;
};

/// The distance between neighbouring lattice points along each axis. Converts from one number for all axes.
struct spacing3 {
  double x, y, z;
  GRIDFOLD_ABI_TAG constexpr spacing3(double all) : x(all), y(all), z(all) {}
  GRIDFOLD_ABI_TAG constexpr spacing3(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
};

/// The points origin + (i*spacing.x, j*spacing.y, k*spacing.z) for 0 <= (i, j, k) < shape. Origin and spacing have the
/// unit of the sources' positions (Å in electrostatics). They are doubles, so that only a point's final coordinates are
/// rounded to the type of the kernel.
struct lattice {
  vec3 origin{0, 0, 0};
  spacing3 spacing{1};
  shape3 shape{1, 1, 1};

  /// Throws `error` unless origin, spacing and last point are finite, spacings are positive and the number of points is
  /// at least 1 and less than 2^63.
  GRIDFOLD_ABI_TAG void check() const
  {
    for (double s : {spacing.x, spacing.y, spacing.z})
      if (!(s > 0 && s < std::numeric_limits<double>::infinity()))
        throw error({"the lattice spacing is ", s, " (no distance between points): give a positive, finite spacing"});
    for (double c : {origin.x, origin.y, origin.z})
      if (!(std::abs(c) < std::numeric_limits<double>::infinity()))
        throw error({"the lattice origin has a coordinate ", c, " (no place in space): give finite coordinates"});
    for (std::int64_t n : {shape.x, shape.y, shape.z})
      if (n < 1) throw error({"the lattice shape has an extent of ", n, " (no points): give extents of 1 or more"});
    if (!core::has_product_within(std::numeric_limits<std::int64_t>::max(), {shape.x, shape.y, shape.z}))
      throw error({"the lattice shape ", shape.x, " x ", shape.y, " x ", shape.z,
                   " has 2^63 points or more (they cannot be counted): give a smaller shape"});
    const auto last = [](double first, double step, std::int64_t points) {
      return first + static_cast<double>(points - 1) * step;
    };
    for (double c :
         {last(origin.x, spacing.x, shape.x), last(origin.y, spacing.y, shape.y), last(origin.z, spacing.z, shape.z)})
      if (!(c < std::numeric_limits<double>::infinity()))
        throw error(
            {"the lattice's last point has a coordinate ", c, " (no place in space): give a smaller spacing or shape"});
  }
};

/// A box of a lattice's points: `shape` points from index `first` on. A sum over a part has the values of the sum over
/// the whole lattice, because coordinates and the test for sources on points are those of the whole lattice. A lattice
/// converts to a part that has all of its points.
struct lattice_part {
  lattice whole;
  index3 first;
  shape3 shape;

  GRIDFOLD_ABI_TAG lattice_part(const lattice& all) : whole(all), first{0, 0, 0}, shape(all.shape) {}
  GRIDFOLD_ABI_TAG lattice_part(const lattice& of, index3 from, shape3 points) : whole(of), first(from), shape(points)
  {
  }

  /// Throws `error` unless the lattice is valid and the part has at least one point and lies in the lattice.
  GRIDFOLD_ABI_TAG void check() const
  {
    whole.check();
    const auto within = [](std::int64_t from, std::int64_t points, std::int64_t all) {
      return from >= 0 && points >= 1 && points <= all && from <= all - points;
    };
    if (!within(first.x, shape.x, whole.shape.x) || !within(first.y, shape.y, whole.shape.y) ||
        !within(first.z, shape.z, whole.shape.z))
      throw error({"the part of a lattice has ", shape.x, " x ", shape.y, " x ", shape.z, " points from (", first.x,
                   ", ", first.y, ", ", first.z, ") on (the lattice has ", whole.shape.x, " x ", whole.shape.y, " x ",
                   whole.shape.z, "): give a part that lies in it and has points"});
  }
};

}  // namespace gridfold

namespace gridfold::inline GRIDFOLD_ABI
{

namespace core
{

/// A lattice or a part of one. Verbs take it as a template argument, lattice by default, so that a call may give a
/// lattice in braces.
template <class T>
concept lattice_or_part = std::convertible_to<const T&, lattice_part>;

}  // namespace core

/// Values on a lattice, indexed by (z, y, x), x fastest.
template <class T>
using lattice_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>>;

/// A view of the values at `data` for a lattice of this shape.
template <class T>
lattice_view<T> view_of(T* data, shape3 shape)
{
  return lattice_view<T>(data, shape.z, shape.y, shape.x);
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... T>
auto view_of(...)
{
  static_assert(core::never<T...>,
                "gridfold: these are not the arguments of view_of (pointer, shape): pass the data() of what holds the "
                "values, or call the view() of a field");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
