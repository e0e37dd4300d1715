// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists by gathering from cells: a thread owns a particle and tries those of the cells in reach, which
/// kernel/cells/cell_rows.hpp finds.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/point_view.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The rows of a list of all particles, by original number.
struct rows_of_all {
  [[nodiscard]] GRIDFOLD_HD int sorted(int n) const { return n; }
  [[nodiscard]] GRIDFOLD_HD int row(int /*n*/, int particle) const { return particle; }
};

/// The rows of a list of some sorted particles, in sorted order.
struct rows_of_share {
  int first;
  [[nodiscard]] GRIDFOLD_HD int sorted(int n) const { return first + n; }
  [[nodiscard]] GRIDFOLD_HD int row(int n, int /*particle*/) const { return n; }
};

/// Pairs: pairs::twice or pairs::once; Points, Index, Begin: views of sorted particles, of their original numbers and
/// of the cells' first particles; Counts: a view of (row), Indices: of (row, number of the neighbour), whose elements
/// are original numbers; Rows: maps a thread to its sorted particle and row.
template <class Pairs, class T, int Dimensions, class Boundary, class Points, class Index, class Begin, class Counts,
          class Indices, class Rows = rows_of_all>
struct gather_cell_neighbors {
  using block_shape = gridfold::block<128>;
  using shared_storage = nothing_shared;

  Points points;
  Index index;
  Begin begin;
  cell_axes<T, Boundary> cells;
  cell_reach<T> reach;
  T cutoff2;
  Counts counts;
  Indices indices;
  Rows rows{};

  /// \param owners the number of rows
  static shape3 grid(std::int64_t owners) { return {ceil_div(owners, block_shape::threads), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t n = block.index().x * block_shape::threads + t.rank;
      if (n < counts.extent(0)) find(t, static_cast<int>(n));
    });
  }

 private:
  using point = view::point<T, Dimensions>;

  GRIDFOLD_HD void find(auto t, int n) const
  {
    const int s = rows.sorted(n), particle = index(s), row_of_list = rows.row(n, particle);
    int count = 0;
    if (s < static_cast<int>(begin(cells.count()))) {  // later particles lie in no cell
      const point own = point_of(s);
      const packed3<T> at = gridfold::kernel::place_of(own);
      const rows_in_reach<T, Boundary> nearby(cells, {at, at}, reach);
      each_from_to(t, 0, nearby.count() - 1, [&](int r) {
        const auto row = nearby.row(r);
        if (row.last < row.first) return;
        const int first = begin(row.first), end = begin(row.last + 1);
        unrolled_by<4>(t, first, end, [&](int other) {
          const T distance2 = distance2_of(own, point_of(other), row);
          if (distance2 < cutoff2 && other != s) append(particle, row_of_list, count, other);
        });
      });
    }
    counts(row_of_list) = count;
  }

  /// A sorted particle, by one vector load or by vectors of 16 bytes; nvcc would load its coordinates one by one.
  [[nodiscard]] GRIDFOLD_HD point point_of(int s) const { return view::load_neighbours<1>(points, s).element[0]; }

  GRIDFOLD_HD void append(int particle, int row, int& count, int other) const
  {
    if constexpr (Pairs::each_once) {
      const int neighbor = index(other);
      if (neighbor < particle) return;
      if (count < indices.extent(1)) indices(row, count) = neighbor;
    } else {
      if (count < indices.extent(1)) indices(row, count) = static_cast<int>(index(other));
    }
    ++count;
  }

  /// The squared distance to another particle or its image, by the arithmetic of owned_particles.hpp, so that cells and
  /// all pairs give equal lists, also at the cutoff.
  static GRIDFOLD_HD T distance2_of(const point& a, const point& b, const cells_of_row<T, Boundary>& row)
  {
    T sum = T(0);
    GRIDFOLD_UNROLL
    for (int d = 0; d < Dimensions; ++d) {
      T step = a.at[d] - b.at[d];
      if constexpr (Boundary::is_periodic) step -= d == 0 ? row.shift.x : d == 1 ? row.shift.y : row.shift.z;
      sum = std::fma(step, step, sum);
    }
    return sum;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
