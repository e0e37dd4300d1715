// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The points of a thread of a gather over a lattice, and their sums.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sources over which a thread unrolls. A thread with few items unrolls to about 16 pairs, because fewer than 8
/// independent pairs do not hide latency.
template <class Coarsening>
inline constexpr int sources_at_once = Coarsening::items < 8 ? 16 / Coarsening::items : 1;

/// The points of one thread and their sums: coarsen::x by coarsen::y points in one plane of the lattice. dy^2 + dz^2 is
/// computed once per row and dx once per column. Terms: what an interaction contributes to Lanes points.
template <class Variant, class Lanes, class T, class Terms = Lanes>
struct lattice_tile {
  using coarsening = typename Variant::coarsening;
  static constexpr int width = lane_count<Lanes>;
  static constexpr int columns = coarsening::x / width, rows = coarsening::y;

  Lanes x[columns];
  T y[rows], z;
  policy::running_sum<typename Variant::accumulation, Terms> sum[rows][columns];

  /// Sets the points: item (i, j) is at column(i) and row(j) of a plane.
  template <class Where, class Column, class Row>
  GRIDFOLD_HD void init(const Where& where, const Column& column, const Row& row, std::int64_t plane)
  {
    const std::int64_t left = column(0), low = row(0);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < coarsening::x; ++i)
      set_lane(x[i / width], i % width, where.x(left, static_cast<int>(column(i) - left)));
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) y[j] = where.y(low, static_cast<int>(row(j) - low));
    z = where.z(plane);
  }

  /// Adds a source to the points, or to those of `Rows` rows from row `First` on.
  template <int First = 0, int Rows = rows, class Source, class Interaction>
  GRIDFOLD_HD void add(const Source& from, const Interaction& pair)
  {
    Lanes dx[columns];
    GRIDFOLD_UNROLL
    for (int c = 0; c < columns; ++c) dx[c] = x[c] - Lanes(from.x);
    const T dz = z - from.z;
    GRIDFOLD_UNROLL
    for (int r = First; r < First + Rows; ++r) {
      const T dy = y[r] - from.y;
      const T dyz2 = dy * dy + dz * dz;
      GRIDFOLD_UNROLL
      for (int c = 0; c < columns; ++c) {
        const int item = r * columns + c;
        if constexpr (std::is_same_v<Lanes, T> && math::ending_interaction<Interaction, T>) {
          const T r2 = dx[c] * dx[c] + dyz2;
          const T term = pair.before_end(from.charge, r2, item);
          if (!pair.ends_at(r2)) sum[r][c].add(term);
        } else {
          sum[r][c].add(math::pair_terms(pair, from, dx[c], dy, dz, dyz2, item));
        }
      }
    }
  }

  /// Number of sums per thread that slices add (kernel/sum/slices.hpp).
  static constexpr int parts = rows * columns;
  [[nodiscard]] GRIDFOLD_HD T part(int n) const { return sum[n / columns][n % columns].value(); }
  GRIDFOLD_HD void add_part(int n, T other) { sum[n / columns][n % columns].add(other); }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
