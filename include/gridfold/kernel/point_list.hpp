// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Points of a list, as gather_sum sees them: one row of one plane.
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>
#include <gridfold/interaction.hpp>
#include <gridfold/lattice.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// The points of one thread and their sums so far. Unlike those of a lattice they share nothing.
template <class Variant, class Lanes>
struct listed_tile {
  using coarsening = typename Variant::coarsening;
  static constexpr int width = lane_count<Lanes>;
  static constexpr int columns = coarsening::x / width;

  Lanes x[columns], y[columns], z[columns];
  running_sum<typename Variant::accumulation, Lanes> sum[1][columns];

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
      sum[0][c].add(gridfold::pair_terms(pair, from, dx, dy, dz, dy * dy + dz * dz, c));
    }
  }
};

/// Points: a view of points in space (view/point_view.hpp), with less than 2^63 of them; T: what is computed in.
template <class Points, class T>
struct point_list {
  template <class Variant, class Lanes>
  using tile = listed_tile<Variant, Lanes>;

  Points points;

  [[nodiscard]] GRIDFOLD_HD shape3 shape() const { return {points.extent(0), 1, 1}; }
  GRIDFOLD_HD packed3<T> at(std::int64_t i, std::int64_t /*j*/, std::int64_t /*k*/) const
  {
    const auto place = points(i);
    return {static_cast<T>(place.at[0]), static_cast<T>(place.at[1]), static_cast<T>(place.at[2])};
  }
};

}  // namespace gridfold
