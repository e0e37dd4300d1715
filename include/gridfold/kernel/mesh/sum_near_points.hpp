// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The near part of a particle-mesh sum at points: a thread owns a point, and adds the sources of the cells in reach.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cuda/std/limits>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/kernel/sum/infinite_points.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/triples.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sets potentials and, unless they are no_fields, fields. A source on a point, and a source's own term at itself,
/// contribute pair.on_point(): minus the smooth part there. The result is NaN for a point with a coordinate that is not
/// finite.
///
/// Sources, Begin: views of sorted sources and of the cells' first sources; Points: those of points_in_cells.hpp;
/// Pair: pair.at(r2) has the members `potential` and `field` (over the distance) of a unit charge, which are zero
/// beyond a cutoff; Potentials, Fields: one-dimensional views of numbers and of triples, by original numbers.
template <class T, class Boundary, class Sources, class Begin, class Points, class Pair, class Singularity,
          class Potentials, class Fields>
struct sum_near_points : thread_per_point<128> {
  using shared_storage = nothing_shared;
  static constexpr bool has_fields = !std::is_same_v<Fields, no_fields>;

  Sources sources;
  Begin begin;
  cell_axes<T, Boundary> cells;
  cell_reach<T> reach;
  Points points;
  Pair pair;
  Singularity at_sources;
  double radius;  ///< the minimum on-point radius
  Potentials potentials;
  Fields fields;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    thread_per_point<128>::each_point(block, points.count(), [&](auto t, int n) { sum_at(t, n); });
  }

 private:
  using row_of_cells = cells_of_row<T, Boundary>;

  /// A point, its sums, and the sources on it.
  struct sums {
    packed3<T> at;
    T on_point2;
    T potential = T(0);
    packed3<T> field{T(0), T(0), T(0)};
    int on_point = 0;
    T charge_on_point = T(0);
  };

  template <class Thread>
  GRIDFOLD_HD void sum_at(Thread t, int n) const
  {
    // A sorted source on the border of the box stays there: wrapped again, it would be another image than itself.
    sums total{Points::are_sources ? points.place(n) : cells.wrapped(points.place(n)), T(0)};
    const bool has_place = is_place(total.at);
    if (has_place) {
      const double size = largest_of(total.at), share = lattice_share * size;
      total.on_point2 = kernel::on_point_r2<T>(size, share < radius ? radius : share);
      const rows_in_reach<T, Boundary> nearby(cells, {total.at, total.at}, reach);
      each_from_to(t, 0, nearby.count() - 1, [&](int r) {
        const row_of_cells row = nearby.row(r);
        if (row.last < row.first) return;
        const int first = begin(row.first), end = begin(row.last + 1);
        unrolled_by<4>(t, first, end, [&](int s) { add(total, n, s, row); });
      });
    }
    write(n, total, has_place);
  }

  GRIDFOLD_HD void add(sums& total, int n, int s, const row_of_cells& row) const
  {
    const source<T> from = view::load_neighbours<1>(sources, s).element[0];
    packed3<T> d{total.at.x - from.x, total.at.y - from.y, total.at.z - from.z};
    bool is_itself = false;
    if constexpr (Points::are_sources) is_itself = s == points.sorted_number(n);
    if constexpr (Boundary::is_periodic) {
      d = {d.x - row.shift.x, d.y - row.shift.y, d.z - row.shift.z};
      is_itself = is_itself && row.shift == packed3<T>{T(0), T(0), T(0)};
    }
    const T r2 = d.x * d.x + (d.y * d.y + d.z * d.z);
    if (is_itself || r2 < total.on_point2) {
      add_on_point(total, from.charge, is_itself);
      return;
    }
    const auto terms = pair.at(r2);
    total.potential += from.charge * terms.potential;
    if constexpr (has_fields) {
      const T by = from.charge * terms.field;
      total.field = {total.field.x + by * d.x, total.field.y + by * d.y, total.field.z + by * d.z};
    }
  }

  GRIDFOLD_HD void add_on_point(sums& total, T charge, bool is_itself) const
  {
    total.potential += charge * pair.on_point();
    if (is_itself) return;
    ++total.on_point;
    total.charge_on_point += charge;
  }

  GRIDFOLD_HD void write(int n, sums& total, bool has_place) const
  {
    if (total.on_point > 0) {
      at_sources.left_out(total.on_point);
      if (math::makes_infinite(at_sources))
        total.potential += to_infinity<Singularity>{at_sources}(total.charge_on_point);
    }
    const int i = points.number(n);
    const T nothing = cuda::std::numeric_limits<T>::quiet_NaN();
    potentials(i) = static_cast<typename Potentials::value_type>(has_place ? total.potential : nothing);
    if constexpr (has_fields) {
      using triple = typename Fields::value_type;
      using number = decltype(triple::x);
      const auto component = [&](T e) { return static_cast<number>(has_place ? e : nothing); };
      fields(i) = triple{component(total.field.x), component(total.field.y), component(total.field.z)};
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
