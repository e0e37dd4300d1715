// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice in kernels: the coordinates of its points, and tests of whether a source may lie on them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/sum/lattice_tile.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The first point of a part of a lattice.
template <bool IsPart>
struct part_origin {
  vec3 first;  ///< the index of the part's first point in the whole lattice
};
template <>
struct part_origin<false> {
};

/// Coordinates of the points of a lattice or of a part of one in T, each rounded once. A whole lattice stores no first
/// point, because adding even 0 makes nvcc allocate registers differently, which slows the fastest sums.
template <class T, bool IsPart = true>
struct lattice_axes : part_origin<IsPart> {
  template <class Variant, class Lanes>
  using tile = lattice_tile<Variant, Lanes, T>;

  lattice where;  ///< with the shape of the part
  double radius;  ///< the minimum on-point radius, see on_point_r2
  T reach;        ///< a source on a point is closer to it than this on each axis

  // The x of column `i + more`. With a constant `more`, each thread converts only one index to double; conversions
  // compete with reciprocal square roots for the MUFU.
  GRIDFOLD_HD T x(std::int64_t i, int more = 0) const
  {
    return along(where.origin.x, where.spacing.x, in_whole<&vec3::x>(i), more);
  }
  GRIDFOLD_HD T y(std::int64_t j, int more = 0) const
  {
    return along(where.origin.y, where.spacing.y, in_whole<&vec3::y>(j), more);
  }
  GRIDFOLD_HD T z(std::int64_t k) const { return along(where.origin.z, where.spacing.z, in_whole<&vec3::z>(k), 0); }

  [[nodiscard]] GRIDFOLD_HD shape3 shape() const { return where.shape; }
  GRIDFOLD_HD packed3<T> at(std::int64_t i, std::int64_t j, std::int64_t k) const { return {x(i), y(j), z(k)}; }

  /// A source lies on a point if r2 is less than this.
  GRIDFOLD_HD T on_point_r2(const packed3<T>& point) const
  {
    return gridfold::kernel::on_point_r2<T>(largest_of(point), radius);
  }

  /// Whether a source may lie on points of a plane, row or column.
  GRIDFOLD_HD bool may_lie_in_plane(const source<T>& from, std::int64_t k) const
  {
    return is_within(z(k) - from.z, reach);
  }
  GRIDFOLD_HD bool may_lie_in_row(const source<T>& from, std::int64_t j) const
  {
    return is_within(y(j) - from.y, reach);
  }
  GRIDFOLD_HD bool may_lie_in_column(const source<T>& from, std::int64_t i) const
  {
    return is_within(x(i) - from.x, reach);
  }

  /// Converts an index of the part to the whole lattice.
  template <double vec3::*Axis>
  [[nodiscard]] GRIDFOLD_HD double in_whole(std::int64_t index) const
  {
    if constexpr (IsPart)
      return static_cast<double>(index) + this->first.*Axis;
    else
      return static_cast<double>(index);
  }

 private:
  static GRIDFOLD_HD T along(double origin, double spacing, double index, int more)
  {
    return static_cast<T>(origin + (index + static_cast<double>(more)) * spacing);
  }
};

/// The minimum on-point radius of a lattice, and the largest distance along an axis between a point and a source on it;
/// `radius` is the minimum of the singularity policy.
template <class T>
struct on_point_distances {
  double radius;
  T reach;

  on_point_distances(const lattice& whole, double least)
  {
    const auto& [origin, spacing, shape] = whole;
    const auto last = [](double first, double step, std::int64_t points) {
      return first + static_cast<double>(points - 1) * step;
    };
    const double size = std::fmax(largest_of(origin.x, origin.y, origin.z),
                                  largest_of(last(origin.x, spacing.x, shape.x), last(origin.y, spacing.y, shape.y),
                                             last(origin.z, spacing.z, shape.z)));
    radius = std::fmax(least, lattice_share * size);
    reach = static_cast<T>(2 * std::sqrt(static_cast<double>(on_point_r2<T>(size, radius))));
  }
};

/// The axes of a part of a lattice.
template <class T>
lattice_axes<T> axes_of(const lattice_part& where, double radius)
{
  const on_point_distances<T> on(where.whole, radius);
  const auto number = [](std::int64_t n) { return static_cast<double>(n); };
  return {{{number(where.first.x), number(where.first.y), number(where.first.z)}},
          {where.whole.origin, where.whole.spacing, where.shape},
          on.radius,
          on.reach};
}

/// The axes of a whole lattice.
template <class T>
lattice_axes<T, false> whole_axes_of(const lattice& where, double radius)
{
  const on_point_distances<T> on(where, radius);
  return {{}, where, on.radius, on.reach};
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
