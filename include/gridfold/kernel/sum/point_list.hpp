// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A list of points as an argument of gather_sum: like a lattice of one row.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/least.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The points of one thread and their sums. Each point has its own dx, dy and dz. A small least r2 of all pairs shows
/// that a source may lie on one of the points.
template <class Variant, class Lanes>
struct listed_tile {
  using coarsening = typename Variant::coarsening;
  static constexpr int width = lane_count<Lanes>;
  static constexpr int columns = coarsening::x / width;

  Lanes x[columns], y[columns], z[columns];
  policy::running_sum<typename Variant::accumulation, Lanes> sum[1][columns];
  math::least<Lanes> nearest;  // the least r2 of any pair

  /// Sets the points of these columns. Columns beyond the last point get its position.
  template <class Where, class Column, class Row>
  GRIDFOLD_HD void init(const Where& where, const Column& column, const Row& /*row*/, std::int64_t plane)
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
      sum[0][c].add(math::pair_terms(pair, from, dx, dy, dz, dyz2, c));
    }
  }

  /// Number of values per thread that slices add (kernel/sum/slices.hpp): the sums and the least r2.
  static constexpr int parts = columns + 1;
  [[nodiscard]] GRIDFOLD_HD Lanes part(int n) const
  {
    return n < columns ? sum[0][n < columns ? n : 0].value() : nearest.value();
  }
  GRIDFOLD_HD void add_part(int n, Lanes other)
  {
    if (n < columns)
      sum[0][n < columns ? n : 0].add(other);
    else
      nearest.add(other);
  }

  /// The point of item i.
  [[nodiscard]] GRIDFOLD_HD auto point(int i) const
  {
    using number = typename lane_type<Lanes>::type;
    return packed3<number>{get_lane(x[i / width], i % width), get_lane(y[i / width], i % width),
                           get_lane(z[i / width], i % width)};
  }
};

/// Points: a view of fewer than 2^63 points (view/point_view.hpp); T: the type that sums are computed in.
template <class Points, class T>
struct point_list {
  template <class Variant, class Lanes>
  using tile = listed_tile<Variant, Lanes>;

  Points points;
  double radius;  ///< the minimum on-point radius, see on_point_r2

  [[nodiscard]] GRIDFOLD_HD shape3 shape() const { return {points.extent(0), 1, 1}; }

  /// A source lies on a point if r2 is less than this.
  GRIDFOLD_HD T on_point_r2(const packed3<T>& point) const
  {
    const double size = largest_of(point), share = lattice_share * size;
    return gridfold::kernel::on_point_r2<T>(size, share < radius ? radius : share);
  }

  /// Whether sources may lie on points of a tile, tested with the least r2 of any pair.
  template <class Tile>
  GRIDFOLD_HD bool may_lie_on_points(const Tile& of) const
  {
    bool nearby = false;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < Tile::coarsening::x; ++i) nearby = nearby || of.nearest.value() < on_point_r2(of.point(i));
    return nearby;
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
    const auto point = points(i);
    return {static_cast<T>(point.at[0]), static_cast<T>(point.at[1]), static_cast<T>(point.at[2])};
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
