// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rows of cells within reach of a box of points. Rounding only adds cells, so that none is missed.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cuda/std/limits>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A box around points.
template <class T>
struct point_bounds {
  packed3<T> low, high;
};

/// The distance from x to the nearest point of an interval, written so that compilers emit no branch.
template <class T>
GRIDFOLD_HD T distance_to(T x, T low, T high)
{
  const T least = x > low ? x : low, nearest = least < high ? least : high;
  return std::fabs(x - nearest);
}

/// The squared distance of a source to a box.
template <class T>
GRIDFOLD_HD T distance2_to(const source<T>& from, const point_bounds<T>& box)
{
  const T dx = distance_to(from.x, box.low.x, box.high.x), dy = distance_to(from.y, box.low.y, box.high.y),
          dz = distance_to(from.z, box.low.z, box.high.z);
  return dx * dx + (dy * dy + dz * dz);
}

/// The distance between two intervals.
template <class T>
GRIDFOLD_HD T distance_between(T low, T high, T other_low, T other_high)
{
  const T below = other_low - high, above = low - other_high, out = below > above ? below : above;
  return out > T(0) ? out : T(0);
}

/// A distance and a bound of its rounding: `margin` covers coordinates of cells and boxes, 8 epsilon relative to
/// squares covers their sums.
template <class T>
struct cell_reach {
  T distance, margin;

  [[nodiscard]] GRIDFOLD_HD T square() const
  {
    return distance * distance * (T(1) + T(8) * cuda::std::numeric_limits<T>::epsilon());
  }
  [[nodiscard]] GRIDFOLD_HD T widened() const { return distance + margin; }
};

/// A range of cells of a row, and the shift of their particles.
template <class T, class Boundary>
struct cells_of_row {
  int first, last;  ///< indices of cells; the range is empty if last < first
  packed3<T> shift{};
};
template <class T>
struct cells_of_row<T, boundary::open> {
  int first, last;
};

/// The period that a cell lies in, on an axis of `cells` cells.
GRIDFOLD_HD int period(int cell, int cells) { return (cell >= 0 ? cell : cell - cells + 1) / cells; }

/// The rows of cells that may have particles within a distance of a box, and the range of cells in each.
template <class T, class Boundary>
class rows_in_reach {
  using axis = cell_axis<T, Boundary>;

 public:
  GRIDFOLD_HD rows_in_reach(const cell_axes<T, Boundary>& cells, const point_bounds<T>& box, const cell_reach<T>& reach)
      : cells_(cells), box_(box), reach_(reach)
  {
    const T r = reach.widened();
    first_y_ = index(cells.y, box.low.y - r);
    first_z_ = index(cells.z, box.low.z - r);
    rows_ = index(cells.y, box.high.y + r) - first_y_ + 1;
    planes_ = index(cells.z, box.high.z + r) - first_z_ + 1;
    if constexpr (Boundary::is_periodic) {
      first_image_ = period(index(cells.x, box.low.x - r), cells.x.cells);
      images_ = period(index(cells.x, box.high.x + r), cells.x.cells) - first_image_ + 1;
    }
  }

  /// Number of rows; each periodic image of a row counts.
  [[nodiscard]] GRIDFOLD_HD int count() const { return rows_ * planes_ * images_; }

  /// The cells of row r within reach.
  [[nodiscard]] GRIDFOLD_HD cells_of_row<T, Boundary> row(int r) const
  {
    const int j = first_y_ + r % rows_, k = first_z_ + r / rows_ % planes_;
    const T dy = distance(cells_.y, j, box_.low.y, box_.high.y), dz = distance(cells_.z, k, box_.low.z, box_.high.z);
    const T reach = reach_.widened(), epsilon = cuda::std::numeric_limits<T>::epsilon();
    const T left = reach * reach * (T(1) + T(16) * epsilon) - (dy * dy + dz * dz);
    if (!(left > T(0))) return {0, -1};
    const T half = std::sqrt(left) + reach_.margin;
    const int first = index(cells_.x, box_.low.x - half), last = index(cells_.x, box_.high.x + half);
    if constexpr (Boundary::is_periodic) {
      const int image = first_image_ + r / (rows_ * planes_), begin = image * cells_.x.cells;
      const int end = begin + cells_.x.cells - 1;
      const int image_y = period(j, cells_.y.cells), image_z = period(k, cells_.z.cells);
      const int row = cells_.number(0, j - image_y * cells_.y.cells, k - image_z * cells_.z.cells) - begin;
      return {row + (first < begin ? begin : first),
              row + (last > end ? end : last),
              {T(image) * cells_.x.length, T(image_y) * cells_.y.length, T(image_z) * cells_.z.length}};
    } else {
      return {cells_.number(first, j, k), cells_.number(last, j, k)};
    }
  }

 private:
  static GRIDFOLD_HD int index(const axis& along, T x)
  {
    if constexpr (Boundary::is_periodic)
      return static_cast<int>(along.unbounded(x));
    else
      return along.bounded(x);
  }
  /// A lower bound of the distance between an interval and the particles in cells i of an axis. In an open box the
  /// border cells extend to infinity.
  GRIDFOLD_HD T distance(const axis& along, int i, T low, T high) const
  {
    T begin = along.origin + T(i) * along.edge - reach_.margin;
    T end = along.origin + T(i + 1) * along.edge + reach_.margin;
    if constexpr (!Boundary::is_periodic) {
      if (i == 0) begin = -cuda::std::numeric_limits<T>::max();
      if (i == along.cells - 1) end = cuda::std::numeric_limits<T>::max();
    }
    return distance_between(low, high, begin, end);
  }

  const cell_axes<T, Boundary>& cells_;
  point_bounds<T> box_;
  cell_reach<T> reach_;
  int first_y_, first_z_, rows_, planes_, first_image_ = 0, images_ = 1;
};

/// In a triclinic box cells are bricks in sheared coordinates (box_shear), and distances are those of space. A row of
/// cells covers a range of z, within it a wider range of y, and of its cells along x those count that the tilt may
/// bring within reach.
template <class T>
class rows_in_reach<T, boundary::triclinic> {
  using boundary = gridfold::boundary::triclinic;
  using axis = cell_axis<T, boundary>;

 public:
  GRIDFOLD_HD rows_in_reach(const cell_axes<T, boundary>& cells, const point_bounds<T>& box, const cell_reach<T>& reach)
      : cells_(cells), box_(box), reach_(reach)
  {
    const T r = reach.widened(), edge_y = cells.y.edge + 2 * reach.margin, edge_z = cells.z.edge + 2 * reach.margin;
    first_z_ = index(cells.z, box.low.z - r);
    planes_ = index(cells.z, box.high.z + r) - first_z_ + 1;
    const T y = box.high.y - box.low.y + 2 * r + std::fabs(cells.y_per_z) * edge_z,
            x = box.high.x - box.low.x + 2 * r + std::fabs(cells.x_per_y) * edge_y + std::fabs(cells.x_per_z) * edge_z;
    rows_ = static_cast<int>((y + 2 * reach.margin) * cells.y.inverse) + 2;
    images_ = static_cast<int>((x + 2 * reach.margin) * cells.x.inverse_length) + 2;
  }

  /// Number of rows; each periodic image of a row counts.
  [[nodiscard]] GRIDFOLD_HD int count() const { return rows_ * planes_ * images_; }

  /// The cells of row r within reach.
  [[nodiscard]] GRIDFOLD_HD cells_of_row<T, boundary> row(int r) const
  {
    const int k = first_z_ + r / rows_ % planes_;
    const extent z = extent_of(cells_.z, k), tilt_y = times(cells_.y_per_z, z);
    const int j = index(cells_.y, box_.low.y - reach_.widened() - tilt_y.high) + r % rows_;
    const extent y = extent_of(cells_.y, j);
    const T dz = distance_between(box_.low.z, box_.high.z, cells_.z.origin + z.low, cells_.z.origin + z.high),
            dy = distance_between(box_.low.y, box_.high.y, cells_.y.origin + y.low + tilt_y.low,
                                  cells_.y.origin + y.high + tilt_y.high);
    const T reach = reach_.widened(), epsilon = cuda::std::numeric_limits<T>::epsilon();
    const T left = reach * reach * (T(1) + T(16) * epsilon) - (dy * dy + dz * dz);
    if (!(left > T(0))) return {0, -1};
    const T half = std::sqrt(left) + reach_.margin;
    const extent tilt_x{times(cells_.x_per_y, y).low + times(cells_.x_per_z, z).low,
                        times(cells_.x_per_y, y).high + times(cells_.x_per_z, z).high};
    const int first = index(cells_.x, box_.low.x - half - tilt_x.high),
              last = index(cells_.x, box_.high.x + half - tilt_x.low), all = cells_.x.cells;
    const int image = period(first, all) + r / (rows_ * planes_), image_y = period(j, cells_.y.cells),
              image_z = period(k, cells_.z.cells), begin = image * all, end = begin + all - 1;
    const int row = cells_.number(0, j - image_y * cells_.y.cells, k - image_z * cells_.z.cells) - begin;
    return {row + (first < begin ? begin : first), row + (last > end ? end : last),
            cells_.periods(T(image), T(image_y), T(image_z))};
  }

 private:
  struct extent {
    T low, high;
  };

  static GRIDFOLD_HD int index(const axis& along, T x) { return static_cast<int>(along.unbounded(x)); }
  /// The sheared coordinates, from the origin, of the particles in cells i of an axis.
  [[nodiscard]] GRIDFOLD_HD extent extent_of(const axis& along, int i) const
  {
    return {T(i) * along.edge - reach_.margin, T(i + 1) * along.edge + reach_.margin};
  }
  static GRIDFOLD_HD extent times(T slope, const extent& of)
  {
    return slope < T(0) ? extent{slope * of.high, slope * of.low} : extent{slope * of.low, slope * of.high};
  }

  const cell_axes<T, boundary>& cells_;
  point_bounds<T> box_;
  cell_reach<T> reach_;
  int first_z_, rows_, planes_, images_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
