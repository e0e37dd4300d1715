// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Points of a list, as gather_sum sees them: one row of one plane.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/math/interaction.hpp>
#include <gridfold/kernel/on_point.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/math/least.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// The points of one thread and their sums so far. Unlike those of a lattice they share nothing, and that a source lies
/// on one only its r2 tells.
template <class Variant, class Lanes>
struct listed_tile {
  using coarsening = typename Variant::coarsening;
  static constexpr int width = lane_count<Lanes>;
  static constexpr int columns = coarsening::x / width;

  Lanes x[columns], y[columns], z[columns];
  running_sum<typename Variant::accumulation, Lanes> sum[1][columns];
  least<Lanes> nearest;  // the least r2 so far

  /// Takes the points of these columns. One beyond the last stands where the last does.
  template <class Where, class Column, class Row>
  GRIDFOLD_HD void place(const Where& where, const Column& column, const Row& /*row*/, std::int64_t plane)
  {
    const std::int64_t last = where.shape().x - 1;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < coarsening::x; ++i) {
      const auto at = where.at(column(i) < last ? column(i) : last, 0, plane);
      set_lane(x[i / width], i % width, at.x);
      set_lane(y[i / width], i % width, at.y);
      set_lane(z[i / width], i % width, at.z);
    }
  }

  template <class Source, class Interaction>
  GRIDFOLD_HD void add(const Source& from, const Interaction& pair)
  {
    GRIDFOLD_UNROLL
    for (int c = 0; c < columns; ++c) {
      const Lanes dx = x[c] - Lanes(from.x), dy = y[c] - Lanes(from.y), dz = z[c] - Lanes(from.z);
      const Lanes dyz2 = dy * dy + dz * dz;
      nearest.add(dx * dx + dyz2);
      sum[0][c].add(gridfold::pair_terms(pair, from, dx, dy, dz, dyz2, c));
    }
  }

  /// The point that is item i.
  [[nodiscard]] GRIDFOLD_HD auto point(int i) const
  {
    using number = typename lane_type<Lanes>::type;
    return packed3<number>{get_lane(x[i / width], i % width), get_lane(y[i / width], i % width),
                           get_lane(z[i / width], i % width)};
  }
};

/// Points: a view of points in space (view/point_view.hpp), with less than 2^63 of them; T: what is computed in.
template <class Points, class T>
struct point_list {
  template <class Variant, class Lanes>
  using tile = listed_tile<Variant, Lanes>;

  Points points;
  double radius;  ///< the least in which a source lies on a point: see on_point_r2

  [[nodiscard]] GRIDFOLD_HD shape3 shape() const { return {points.extent(0), 1, 1}; }

  /// A source lies on a point where r2 is less than this.
  GRIDFOLD_HD T on_point_r2(const packed3<T>& point) const
  {
    const double size = largest_of(point), share = lattice_share * size;
    return gridfold::on_point_r2<T>(size, share < radius ? radius : share);
  }

  /// Whether sources may lie on points of a tile, by the nearest of all to any of them.
  template <class Tile>
  GRIDFOLD_HD bool may_lie_on_points(const Tile& of) const
  {
    bool near = false;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < Tile::coarsening::x; ++i) near = near || of.nearest.value() < on_point_r2(of.point(i));
    return near;
  }
  GRIDFOLD_HD bool may_lie_in_plane(const source<T>& /*from*/, std::int64_t /*k*/) const { return true; }
  GRIDFOLD_HD bool may_lie_in_row(const source<T>& /*from*/, std::int64_t /*j*/) const { return true; }
  GRIDFOLD_HD bool may_lie_in_column(const source<T>& from, std::int64_t i) const
  {
    if (i >= points.extent(0)) return false;
    const packed3<T> point = at(i, 0, 0);
    const T dx = point.x - from.x, dy = point.y - from.y, dz = point.z - from.z;
    return dx * dx + (dy * dy + dz * dz) < on_point_r2(point);
  }

  GRIDFOLD_HD packed3<T> at(std::int64_t i, std::int64_t /*j*/, std::int64_t /*k*/) const
  {
    const auto place = points(i);
    return {static_cast<T>(place.at[0]), static_cast<T>(place.at[1]), static_cast<T>(place.at[2])};
  }
};

}  // namespace gridfold
