// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice in kernels: the coordinates of its points, and tests of whether a source may lie on them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/parts/on_point.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::kernel
{

template <class Variant, class Lanes, class T>
struct lattice_tile;

/// Coordinates of the points of a lattice or of a part of one in T, each rounded once.
template <class T>
struct lattice_axes {
  template <class Variant, class Lanes>
  using tile = lattice_tile<Variant, Lanes, T>;

  lattice where;  ///< of the shape of the part
  vec3 first;     ///< the part's first point in the whole lattice, as numbers that cost few registers
  double radius;  ///< the minimum on-point radius, see on_point_r2
  T reach;        ///< on each axis, a source on a point is closer to it than this

  // The x of column `i + more`. With a constant `more`, each thread converts only one index to double; conversions
  // compete with reciprocal square roots for the MUFU.
  GRIDFOLD_HD T x(std::int64_t i, int more = 0) const
  {
    return along(where.origin.x, where.spacing.x, first.x, i, more);
  }
  GRIDFOLD_HD T y(std::int64_t j, int more = 0) const
  {
    return along(where.origin.y, where.spacing.y, first.y, j, more);
  }
  GRIDFOLD_HD T z(std::int64_t k) const { return along(where.origin.z, where.spacing.z, first.z, k, 0); }

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

 private:
  static GRIDFOLD_HD T along(double origin, double spacing, double first, std::int64_t i, int more)
  {
    return static_cast<T>(origin + ((static_cast<double>(i) + first) + static_cast<double>(more)) * spacing);
  }
};

/// The axes of a part of a lattice; `radius` is the minimum on-point radius of the singularity policy.
template <class T>
lattice_axes<T> axes_of(const lattice_part& where, double radius)
{
  const auto& [origin, spacing, shape] = where.whole;
  const auto last = [](double first, double step, std::int64_t points) {
    return first + static_cast<double>(points - 1) * step;
  };
  const double size = std::fmax(largest_of(origin.x, origin.y, origin.z),
                                largest_of(last(origin.x, spacing.x, shape.x), last(origin.y, spacing.y, shape.y),
                                           last(origin.z, spacing.z, shape.z)));
  const double least = std::fmax(radius, lattice_share * size);
  return {{origin, spacing, where.shape},
          {static_cast<double>(where.first.x), static_cast<double>(where.first.y), static_cast<double>(where.first.z)},
          least,
          static_cast<T>(2 * std::sqrt(static_cast<double>(on_point_r2<T>(size, least))))};
}

}  // namespace gridfold::kernel
