// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cells: a box divided into bricks of one size, and particles sorted by cell.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/shape.hpp>
#include <limits>
#include <string>
#include <type_traits>

namespace gridfold
{

namespace boundary
{

/// Boundary policy: space is unbounded. A particle outside the box belongs to the nearest cell of the border. Results
/// are exact; each particle outside costs time.
struct open {
  static constexpr bool is_periodic = false;
};

/// Boundary policy: the box is one period of an orthorhombic crystal. A particle outside counts as its image inside,
/// and particles near a face have neighbours beyond the opposite one.
struct periodic {
  static constexpr bool is_periodic = true;
};

/// Boundary policy: as periodic, but the period's vectors need not be at right angles (period_vectors), as those of a
/// truncated octahedron or a rhombic dodecahedron. Sums and lists of a box with right angles are a little slower.
struct triclinic {
  static constexpr bool is_periodic = true;
};

}  // namespace boundary

namespace core
{

/// Whether the vectors of the period need not be at right angles.
template <class Boundary>
inline constexpr bool is_triclinic = std::is_same_v<Boundary, boundary::triclinic>;

/// The tilt of boxes with right angles.
struct no_tilt {};

template <class Boundary>
using tilt_of = std::conditional_t<is_triclinic<Boundary>, box_tilt, no_tilt>;

}  // namespace core

/// A box divided into cells: cell (i, j, k) begins at origin + (i*edge.x, j*edge.y, k*edge.z), in the unit of the
/// particles' positions. With boundary::triclinic it begins at origin + i a / shape.x + j b / shape.y + k c / shape.z,
/// where a, b and c are the vectors of the box: its lengths along x, y and z are edge times shape.
template <class Boundary = boundary::open>
struct cell_box {
  using boundary = Boundary;
  vec3 origin{0, 0, 0};
  spacing3 edge{1};
  shape3 shape{1, 1, 1};
  core::tilt_of<Boundary> tilt{};

  /// The largest number of cells along an axis.
  static constexpr std::int64_t most_along_axis = std::int64_t{1} << 20;
  /// The largest number of cells.
  static constexpr std::int64_t most = std::int64_t{1} << 30;

  /// Throws `error` unless the origin is finite, edges are positive and finite, and there are from 1 to 2^30 cells, at
  /// most 2^20 along an axis.
  GRIDFOLD_ABI_TAG void check() const
  {
    for (double c : {origin.x, origin.y, origin.z})
      if (!(std::abs(c) < std::numeric_limits<double>::infinity()))
        throw error("the origin of the cells has a coordinate " + core::text_of(c) +
                    " (no place in space): give finite coordinates");
    for (double e : {edge.x, edge.y, edge.z})
      if (!(e > 0 && e < std::numeric_limits<double>::infinity()))
        throw error("a cell's edge is " + core::text_of(e) + " (no length): give positive, finite edges");
    for (std::int64_t n : {shape.x, shape.y, shape.z})
      if (n < 1 || n > most_along_axis)
        throw error("there are " + std::to_string(n) +
                    " cells along an axis (from 1 to 2^20 can be told apart): give another number, or longer edges");
    if (!core::has_product_within(most, {shape.x, shape.y, shape.z}))
      throw error("the box has " + std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                  std::to_string(shape.z) + " cells (at most 2^30 can be counted): give longer edges");
    if constexpr (core::is_triclinic<Boundary>) vectors().check();
  }

  /// The vectors of the whole box.
  [[nodiscard]] GRIDFOLD_ABI_TAG period_vectors vectors() const
  {
    const auto length = [](double step, std::int64_t cells) { return step * static_cast<double>(cells); };
    const vec3 lengths{length(edge.x, shape.x), length(edge.y, shape.y), length(edge.z, shape.z)};
    if constexpr (core::is_triclinic<Boundary>)
      return period_vectors(lengths, tilt);
    else
      return period_vectors(lengths);
  }
};

}  // namespace gridfold

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// The number of cells, each at least `edge` long, that fill a length: from 1 to `most`.
inline std::int64_t cells_along(double length, double edge, std::int64_t most)
{
  const double cells = std::floor(length / edge);
  return cells >= 1 ? static_cast<std::int64_t>(std::min(cells, static_cast<double>(most))) : 1;
}

}  // namespace detail

namespace core
{

/// A box of cells whose edges are `edge` or a little longer.
template <class Boundary>
cell_box<Boundary> divided(const vec3& origin, const vec3& lengths, double edge)
{
  // At most 1,000 along each axis: 10^9 cells are fewer than cell_box::most.
  const auto along = [&](double length) { return detail::cells_along(length, edge, 1000); };
  const shape3 shape{along(lengths.x), along(lengths.y), along(lengths.z)};
  return {origin,
          {lengths.x / static_cast<double>(shape.x), lengths.y / static_cast<double>(shape.y),
           lengths.z / static_cast<double>(shape.z)},
          shape};
}

/// The edge of cells for `particles` particles in a volume: a third of the cutoff, or longer if a cell would hold fewer
/// than two particles on average.
inline double good_edge(const vec3& lengths, double cutoff, std::int64_t particles)
{
  const double room = lengths.x * lengths.y * lengths.z / static_cast<double>(std::max<std::int64_t>(particles, 1));
  return std::max(cutoff / 3, std::cbrt(2 * room));
}

/// The factor by which rounding grows when coordinates are taken along the vectors of a box: 1 at right angles.
template <class Boundary>
double growth_of_rounding([[maybe_unused]] const cell_box<Boundary>& box)
{
  if constexpr (is_triclinic<Boundary>) {
    const auto [lengths, tilt] = box.vectors();
    const auto slope = [](double by, double length) { return by == 0 ? 0 : std::abs(by / length); };
    const double yz = slope(tilt.yz, lengths.z);
    return 1 + slope(tilt.xy, lengths.y) * (1 + yz) + slope(tilt.xz, lengths.z) + yz;
  } else {
    return 1;
  }
}

/// The largest coordinate of a box's borders, or a larger number by which the rounding of coordinates in a tilted box
/// is bounded.
template <class Boundary>
double largest_coordinate(const cell_box<Boundary>& box)
{
  const auto largest = [](double origin, double edge, std::int64_t cells) {
    return std::max(std::abs(origin), std::abs(origin + edge * static_cast<double>(cells)));
  };
  const double found =
      std::max({largest(box.origin.x, box.edge.x, box.shape.x), largest(box.origin.y, box.edge.y, box.shape.y),
                largest(box.origin.z, box.edge.z, box.shape.z)});
  if constexpr (is_triclinic<Boundary>)
    return core::growth_of_rounding(box) *
           (found + std::abs(box.tilt.yz) + std::abs(box.tilt.xy) + std::abs(box.tilt.xz));
  else
    return found;
}

}  // namespace core

namespace detail
{

inline void check_cell_lengths(const vec3& lengths, double cutoff)
{
  for (double length : {lengths.x, lengths.y, lengths.z})
    if (!(length > 0 && length < std::numeric_limits<double>::infinity()))
      throw error("a box has a length of " + core::text_of(length) + " (no room): give positive, finite lengths");
  if (!(cutoff >= 0 && cutoff < std::numeric_limits<double>::infinity()))
    throw error("the cutoff is " + core::text_of(cutoff) + " (no distance): give zero or a positive, finite distance");
}

}  // namespace detail

/// Cells for sums over a lattice: they fill the box within the cutoff of its points.
///
/// \param particles the approximate number of particles there: cells are made large enough for two on average
inline cell_box<> cells_around(const lattice& where, double cutoff, std::int64_t particles)
{
  where.check();
  const auto length = [&](double spacing, std::int64_t points) {
    return 2 * cutoff + spacing * static_cast<double>(points);
  };
  const vec3 lengths{length(where.spacing.x, where.shape.x), length(where.spacing.y, where.shape.y),
                     length(where.spacing.z, where.shape.z)};
  detail::check_cell_lengths(lengths, cutoff);
  const vec3 origin{where.origin.x - cutoff, where.origin.y - cutoff, where.origin.z - cutoff};
  return core::divided<boundary::open>(origin, lengths, core::good_edge(lengths, cutoff, particles));
}

/// Cells that fill a box, open or periodic. For neighbours in a plane set `shape.z = 1`: the box then has one layer.
///
/// \param lengths of the box, which are its periods if it is periodic
/// \param particles the approximate number of particles there: cells are made large enough for two on average
template <class Boundary = boundary::open>
cell_box<Boundary> cells_in(const vec3& origin, const vec3& lengths, double cutoff, std::int64_t particles)
{
  detail::check_cell_lengths(lengths, cutoff);
  return core::divided<Boundary>(origin, lengths, core::good_edge(lengths, cutoff, particles));
}

/// Cells that fill a triclinic period, which is reduced first (period_vectors::reduced).
inline cell_box<boundary::triclinic> cells_in(const vec3& origin, const period_vectors& vectors, double cutoff,
                                              std::int64_t particles)
{
  vectors.check();
  cell_box<boundary::triclinic> box =
      gridfold::cells_in<boundary::triclinic>(origin, vectors.lengths, cutoff, particles);
  box.tilt = vectors.reduced().tilt;
  return box;
}

}  // namespace gridfold::inline GRIDFOLD_ABI

namespace gridfold
{

/// A view of particles sorted by cells. Cell (i, j, k) has number c = (k*shape.y + j)*shape.x + i and the particles
/// sorted[begin[c]] to sorted[begin[c + 1] - 1], so a row of cells along x is one contiguous range. Sorted particle s
/// is number index[s] of the original order; particles of one cell are in that order. Particles from begin[number of
/// cells] on lie in no cell: a coordinate is NaN, or infinite in a periodic box.
template <class Particle, class Boundary = boundary::open>
struct cells {
  cell_box<Boundary> box;
  cuda::std::span<const int> begin;
  cuda::std::span<const Particle> sorted;
  cuda::std::span<const int> index;
};

}  // namespace gridfold
