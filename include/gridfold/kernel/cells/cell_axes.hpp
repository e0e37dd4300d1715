// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The cells of a box in kernels: maps a position to its cell.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/cells/box_shear.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/view/point_view.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A particle's coordinates; z is zero for a particle in the plane.
template <class T>
GRIDFOLD_HD packed3<T> place_of(const source<T>& particle)
{
  return {particle.x, particle.y, particle.z};
}
template <class T, int Dimensions>
GRIDFOLD_HD packed3<T> place_of(const view::point<T, Dimensions>& particle)
{
  return {particle.at[0], Dimensions > 1 ? particle.at[Dimensions > 1 ? 1 : 0] : T(0),
          Dimensions > 2 ? particle.at[Dimensions > 2 ? 2 : 0] : T(0)};
}

/// A copy of a particle, moved to other coordinates.
template <class T>
GRIDFOLD_HD source<T> moved_to(const source<T>& particle, const packed3<T>& place)
{
  return {place.x, place.y, place.z, particle.charge};
}
template <class T, int Dimensions>
GRIDFOLD_HD view::point<T, Dimensions> moved_to(const view::point<T, Dimensions>& /*particle*/, const packed3<T>& place)
{
  const T all[3] = {place.x, place.y, place.z};
  view::point<T, Dimensions> moved;
  GRIDFOLD_UNROLL
  for (int d = 0; d < Dimensions; ++d) moved.at[d] = all[d];
  return moved;
}

/// The cells along an axis. The index is a monotonic function of the position even with rounding, so a position between
/// two others lies in a cell between theirs.
template <class T, class Boundary>
struct cell_axis {
  T origin, edge, inverse, length, inverse_length;
  int cells;

  cell_axis(double from, double step, std::int64_t count)
      : origin(static_cast<T>(from)),
        edge(static_cast<T>(step)),
        inverse(static_cast<T>(1 / step)),
        length(static_cast<T>(step * static_cast<double>(count))),
        inverse_length(static_cast<T>(1 / (step * static_cast<double>(count)))),
        cells(static_cast<int>(count))
  {
  }

  /// The index of a position, as if cells continued outside of the box.
  GRIDFOLD_HD T unbounded(T x) const { return std::floor((x - origin) * inverse); }

  /// The index of a position's cell; for a position outside of the box, of the nearest cell.
  GRIDFOLD_HD int bounded(T x) const
  {
    const T at = unbounded(x);
    return !(at > T(0)) ? 0 : at < T(cells) ? static_cast<int>(at) : cells - 1;
  }

  /// Moves a finite position by whole periods into a periodic box. A position whose rounding exceeds the period moves
  /// to some place inside.
  GRIDFOLD_HD T wrapped(T x) const
  {
    if constexpr (Boundary::is_periodic) {
      const T image = x - length * std::floor((x - origin) * inverse_length), end = origin + length;
      return image < origin ? origin : image > end ? end : image;
    } else {
      return x;
    }
  }
};

/// The cells of an axis that hold every position between two: `count` of them from `first` on. A periodic axis
/// continues with the first cell after the last one; each cell counts once.
template <class T, class Boundary>
struct cell_interval {
  int first, count, cells;

  GRIDFOLD_HD cell_interval(const cell_axis<T, Boundary>& along, T low, T high) : cells(along.cells)
  {
    if constexpr (Boundary::is_periodic) {
      const int begin = static_cast<int>(along.unbounded(low)),
                all = static_cast<int>(along.unbounded(high)) - begin + 1;
      first = (begin % cells + cells) % cells;
      count = all < cells ? all : cells;
    } else {
      first = along.bounded(low);
      count = along.bounded(high) - first + 1;
    }
  }

  /// The index of cell number n.
  [[nodiscard]] GRIDFOLD_HD int cell(int n) const { return first + n < cells ? first + n : first + n - cells; }
  /// Number of cells with consecutive indices, from number n on.
  [[nodiscard]] GRIDFOLD_HD int side_by_side(int n) const
  {
    const int to_end = cells - cell(n);
    return count - n < to_end ? count - n : to_end;
  }
};

/// The cells of a box. Those of a triclinic box are numbered by sheared coordinates (box_shear), along which they are
/// bricks.
template <class T, class Boundary>
struct cell_axes : box_shear<T, Boundary> {
  cell_axis<T, Boundary> x, y, z;

  explicit cell_axes(const cell_box<Boundary>& box)
      : box_shear<T, Boundary>(box.origin, box.vectors()),
        x(box.origin.x, box.edge.x, box.shape.x),
        y(box.origin.y, box.edge.y, box.shape.y),
        z(box.origin.z, box.edge.z, box.shape.z)
  {
  }

  [[nodiscard]] GRIDFOLD_HD int count() const { return x.cells * y.cells * z.cells; }
  [[nodiscard]] GRIDFOLD_HD int number(int i, int j, int k) const { return (k * y.cells + j) * x.cells + i; }

  /// A position as the sort stores it: moved into a periodic box.
  GRIDFOLD_HD packed3<T> wrapped(const packed3<T>& at) const
  {
    if constexpr (core::is_triclinic<Boundary>)
      return wrapped_in_tilted(at);
    else
      return {x.wrapped(at.x), y.wrapped(at.y), z.wrapped(at.z)};
  }

  /// The coordinates by which cells are numbered.
  GRIDFOLD_HD packed3<T> along_vectors(const packed3<T>& at) const
  {
    if constexpr (core::is_triclinic<Boundary>)
      return this->sheared(at);
    else
      return at;
  }

  /// The cell of a stored position, or count() if it lies in no cell.
  GRIDFOLD_HD int cell_of(const packed3<T>& at) const
  {
    if (math::is_nan(at.x) || math::is_nan(at.y) || math::is_nan(at.z)) return count();
    const packed3<T> along = along_vectors(at);
    return number(x.bounded(along.x), y.bounded(along.y), z.bounded(along.z));
  }

  /// The shift by whole periods of a periodic box.
  GRIDFOLD_HD packed3<T> periods(T i, T j, T k) const
  {
    if constexpr (core::is_triclinic<Boundary>)
      return {i * x.length + (j * this->xy + k * this->xz), j * y.length + k * this->yz, k * z.length};
    else
      return {i * x.length, j * y.length, k * z.length};
  }

 private:
  /// A position inside stays as it is, to the last bit.
  GRIDFOLD_HD packed3<T> wrapped_in_tilted(const packed3<T>& at) const
  {
    const auto count = [](const cell_axis<T, Boundary>& axis, T place) {
      return std::floor((place - axis.origin) * axis.inverse_length);
    };
    const auto clamped = [](const cell_axis<T, Boundary>& axis, T place) {
      const T end = axis.origin + axis.length;
      return place < axis.origin ? axis.origin : place > end ? end : place;
    };
    const packed3<T> along = this->sheared(at), by = periods(count(x, along.x), count(y, along.y), count(z, along.z)),
                     image{at.x - by.x, at.y - by.y, at.z - by.z}, inside = this->sheared(image),
                     bounded{clamped(x, inside.x), clamped(y, inside.y), clamped(z, inside.z)};
    return bounded == inside ? image : this->unsheared(bounded);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
