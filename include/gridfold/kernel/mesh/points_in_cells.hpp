// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The points of a particle-mesh sum in the order of cells: those of a list, or the sorted atoms.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The points of a list. Points: a view of them; Order: a view of their numbers, grouped by cell. T: the number type of
/// the sources.
template <class T, class Points, class Order>
struct listed_points {
  static constexpr bool are_sources = false;
  Points points;
  Order order;

  [[nodiscard]] GRIDFOLD_HD int count() const { return static_cast<int>(order.extent(0)); }
  /// The number of point n in the caller's order.
  [[nodiscard]] GRIDFOLD_HD int number(int n) const { return order(n); }
  [[nodiscard]] GRIDFOLD_HD packed3<T> place(int n) const { return gridfold::kernel::place_of(points(number(n))); }
};

/// Consecutive sorted sources, all or a rank's share. Sources: a view of all sorted sources; Order: one of the numbers
/// of these in the outputs. Shares have this type too, because the compiler may round otherwise in another kernel.
template <class T, class Sources, class Order>
struct points_of_sources {
  static constexpr bool are_sources = true;
  Sources sources;
  Order order;
  int first = 0;  ///< number of the first one in the sorted order

  [[nodiscard]] GRIDFOLD_HD int count() const { return static_cast<int>(order.extent(0)); }
  [[nodiscard]] GRIDFOLD_HD int number(int n) const { return order(n); }
  /// The number of point n in the sorted order.
  [[nodiscard]] GRIDFOLD_HD int sorted_number(int n) const { return first + n; }
  [[nodiscard]] GRIDFOLD_HD packed3<T> place(int n) const
  {
    return gridfold::kernel::place_of(sources(sorted_number(n)));
  }
  [[nodiscard]] GRIDFOLD_HD T charge(int n) const
  {
    const source<T> from = sources(sorted_number(n));
    return from.charge;
  }
};

/// The points of planes of a lattice, x fastest. Axes: a lattice_axes
template <class T, class Axes>
struct points_of_planes {
  static constexpr bool are_sources = false;
  Axes axes;
  std::int64_t first_plane;
  int planes;

  [[nodiscard]] GRIDFOLD_HD index3 index(int n) const
  {
    const auto columns = static_cast<int>(axes.where.shape.x), rows = static_cast<int>(axes.where.shape.y);
    return {n % columns, n / columns % rows, first_plane + n / columns / rows};
  }
  [[nodiscard]] GRIDFOLD_HD int count() const
  {
    return static_cast<int>(axes.where.shape.x * axes.where.shape.y) * planes;
  }
  [[nodiscard]] GRIDFOLD_HD index3 number(int n) const { return index(n); }
  [[nodiscard]] GRIDFOLD_HD packed3<T> place(int n) const
  {
    const index3 at = index(n);
    return axes.at(at.x, at.y, at.z);
  }
};

/// A view of (z, y, x) as the output at points_of_planes.
template <class View>
struct view_by_index {
  using value_type = typename View::value_type;
  View view;

  GRIDFOLD_HD decltype(auto) operator()(const index3& at) const { return view(at.z, at.y, at.x); }
};

/// Takes the place of potentials that are not asked for.
template <class T>
struct unused_potentials {
  struct value_type {
    explicit GRIDFOLD_HD value_type(T /*value*/) {}
    GRIDFOLD_HD void operator+=(const value_type& /*more*/) const {}
  };
  GRIDFOLD_HD value_type operator()(const index3& /*at*/) const { return value_type(T(0)); }
};

/// Stands for the fields in a call without fields.
struct no_fields {};

/// Whether a position has three coordinates.
template <class T>
GRIDFOLD_HD bool is_place(const packed3<T>& at)
{
  return is_finite(at.x) && is_finite(at.y) && is_finite(at.z);
}

/// Common base of kernels at points: a thread for each point.
template <int Threads>
struct thread_per_point {
  using block_shape = gridfold::block<Threads>;
  static shape3 grid(std::int64_t points) { return {ceil_div(points, Threads), 1, 1}; }

  /// Calls f(thread, number of its point in the order of cells) for each thread that has a point.
  template <class Block, class F>
  static GRIDFOLD_HD void each_point(Block& block, int points, F f)
  {
    block.each_thread([&](auto t) {
      const std::int64_t n = block.index().x * Threads + t.rank;
      if (n < points) f(t, static_cast<int>(n));
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
