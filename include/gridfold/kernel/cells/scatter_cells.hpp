// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum with a cutoff by scattering: a row of a block's threads owns a source and adds to the lattice points in the
/// box around its cutoff sphere. Source: Kirk, Hwu and El Hajj, Programming Massively Parallel Processors, 4th ed.,
/// Fig. 18.5, and chapter 18 (cutoff).
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/sum/careful_sum.hpp>
#include <gridfold/kernel/sum/interaction_call.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Integers from `first` to `last`; none if last < first.
struct index_interval {
  std::int64_t first = 0, last = -1;
};

/// The integers from 0 to most that lie in [low, high]; all if both are NaN.
GRIDFOLD_HD index_interval integers_between(double low, double high, std::int64_t most)
{
  const double first = std::ceil(low), last = std::floor(high), end = static_cast<double>(most);
  if (first > end || last < 0) return {};
  return {first > 0 ? static_cast<std::int64_t>(first) : 0, last < end ? static_cast<std::int64_t>(last) : most};
}

/// Sources: a one-dimensional view of sources sorted into cells; Out: an atomic view of (z, y, x), which the kernel
/// adds to. A source with a NaN coordinate makes every point NaN; one with an infinite coordinate adds nothing.
template <class Variant, class T, class Boundary, class Sources, class Out, class Interaction>
struct scatter_cells {
  using variant = Variant;
  using user_call = interaction_call<Interaction, T>;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;
  /// Sources that a row of threads owns, one after another.
  static constexpr int items = Variant::coarsening::x;
  static constexpr int points_at_once = 2;

  Sources sources;
  cell_axes<T, Boundary> cells;
  lattice_axes<T> axes;
  Out out;
  Interaction pair;
  double reach;      ///< a point farther than this from a source on any axis is beyond the cutoff, with rounding
  vec3 per_spacing;  ///< lattice points per length

  static shape3 grid(std::int64_t sources) { return {ceil_div(sources, block_shape::y * items), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      rolled<items>(t, [&](int m) {
        const std::int64_t s = block.index().x * (block_shape::y * items) +
                               item_of<typename variant::assignment, block_shape::y, items>(t.y, m);
        if (s >= sources.extent(0)) return;
        // A copy, because through a reference the compiler would read the source again after every atomic addition. One
        // vector load, because nvcc would load the tested coordinates one by one.
        const source<T> from = without_place(view::load_neighbours<1>(sources, static_cast<int>(s)).element[0]);
        add_images(from, t);
      });
    });
  }

 private:
  /// A source with a NaN coordinate has no position: sets all its coordinates to NaN, so that it reaches every point.
  static GRIDFOLD_HD source<T> without_place(const source<T>& from)
  {
    constexpr T nan = cuda::std::numeric_limits<T>::quiet_NaN();
    if (math::is_nan(from.x) || math::is_nan(from.y) || math::is_nan(from.z)) return {nan, nan, nan, from.charge};
    return from;
  }

  /// Adds a source to the points of one thread of the row; in a periodic box adds all images that reach the lattice.
  GRIDFOLD_HD void add_images(const source<T>& from, auto t) const
  {
    if constexpr (core::is_triclinic<Boundary>) {
      add_tilted_images(from, t);
    } else if constexpr (Boundary::is_periodic) {
      const auto& [origin, spacing, shape] = axes.where;
      const index_interval x = images(from.x, origin.x + axes.first.x * spacing.x, spacing.x, shape.x, cells.x.length),
                           y = images(from.y, origin.y + axes.first.y * spacing.y, spacing.y, shape.y, cells.y.length),
                           z = images(from.z, origin.z + axes.first.z * spacing.z, spacing.z, shape.z, cells.z.length);
      each_from_to(t, z.first, z.last, [&](std::int64_t k) {
        each_from_to(t, y.first, y.last, [&](std::int64_t j) {
          each_from_to(t, x.first, x.last, [&](std::int64_t i) {
            add_to_box(moved_to(from, {from.x + T(i) * cells.x.length, from.y + T(j) * cells.y.length,
                                       from.z + T(k) * cells.z.length}),
                       t);
          });
        });
      });
    } else {
      add_to_box(from, t);
    }
  }

  /// In a triclinic box a period along z also moves a source along y and x, and one along y also along x.
  GRIDFOLD_HD void add_tilted_images(const source<T>& from, auto t) const
  {
    // Not a structured binding, which a lambda cannot capture by clang++ before version 16.
    const vec3 origin = axes.where.origin;
    const spacing3 spacing = axes.where.spacing;
    const shape3 shape = axes.where.shape;
    const index_interval z = images(from.z, origin.z + axes.first.z * spacing.z, spacing.z, shape.z, cells.z.length);
    each_from_to(t, z.first, z.last, [&](std::int64_t k) {
      const index_interval y =
          images(from.y + T(k) * cells.yz, origin.y + axes.first.y * spacing.y, spacing.y, shape.y, cells.y.length);
      each_from_to(t, y.first, y.last, [&](std::int64_t j) {
        const index_interval x = images(from.x + (T(j) * cells.xy + T(k) * cells.xz),
                                        origin.x + axes.first.x * spacing.x, spacing.x, shape.x, cells.x.length);
        each_from_to(t, x.first, x.last, [&](std::int64_t i) {
          const packed3<T> by = cells.periods(T(i), T(j), T(k));
          add_to_box(moved_to(from, {from.x + by.x, from.y + by.y, from.z + by.z}), t);
        });
      });
    });
  }

  /// The range of periods by which a coordinate is shifted so that its images reach the lattice. A thousandth of a
  /// period covers the rounding of an image's coordinate.
  [[nodiscard]] GRIDFOLD_HD index_interval images(T x, double origin, double spacing, std::int64_t points,
                                                  T length) const
  {
    constexpr std::int64_t most = 1024;  // check_periods refuses more
    if (math::is_nan(x)) return {0, 0};
    const double period = static_cast<double>(length), at = static_cast<double>(x);
    const double low = (origin - reach - at) / period,
                 high = (origin + static_cast<double>(points - 1) * spacing + reach - at) / period;
    index_interval found = integers_between(low - 1e-3 + most, high + 1e-3 + most, 2 * most);
    found.first -= most;
    found.last -= most;
    return found;
  }

  /// The points along an axis that a coordinate may reach.
  [[nodiscard]] GRIDFOLD_HD index_interval points(T x, double origin, double per_spacing_, double first,
                                                  std::int64_t count) const
  {
    const double at = static_cast<double>(x) - origin;
    return integers_between((at - reach) * per_spacing_ - first, (at + reach) * per_spacing_ - first, count - 1);
  }

  /// Adds a source to the points of its box in a thread's columns.
  GRIDFOLD_HD void add_to_box(const source<T>& from, auto t) const
  {
    const auto& [origin, spacing, shape] = axes.where;
    const index_interval x = points(from.x, origin.x, per_spacing.x, axes.first.x, shape.x),
                         y = points(from.y, origin.y, per_spacing.y, axes.first.y, shape.y),
                         z = points(from.z, origin.z, per_spacing.z, axes.first.z, shape.z);
    each_from_to(t, z.first, z.last, [&](std::int64_t k) {
      const T dz = axes.z(k) - from.z;
      each_from_to(t, y.first, y.last, [&](std::int64_t j) {
        const T dy = axes.y(j) - from.y;
        const bool nearby = is_within(dy, axes.reach) && is_within(dz, axes.reach);
        for (std::int64_t first = x.first + t.x; first <= x.last; first += points_at_once * block_shape::x)
          unrolled<points_at_once>(t, [&](int n) {
            const std::int64_t i = first + n * block_shape::x;
            if (i <= x.last) add_to_point(from, {i, j, k}, {axes.x(i) - from.x, dy, dz}, nearby);
          });
      });
    });
  }

  /// Adds a source's value to a point, unless it is zero, as it is beyond the cutoff.
  GRIDFOLD_HD void add_to_point(const source<T>& from, index3 at, const packed3<T>& d, bool nearby) const
  {
    T value = math::pair_terms(pair, from, d.x, d.y, d.z, d.y * d.y + d.z * d.z);
    if (!is_finite(value) || (nearby && is_within(d.x, axes.reach))) value = resolved(from, at);
    if (value != T(0)) out(at.z, at.y, at.x) += static_cast<typename Out::value_type>(value);
  }

  [[nodiscard]] GRIDFOLD_HD T resolved(const source<T>& from, index3 at) const
  {
    const packed3<T> point = axes.at(at.x, at.y, at.z);
    careful_sum<typename Variant::accumulation, T, Interaction> sum(pair, point, axes.on_point_r2(point));
    sum.add(from);
    return sum.value();
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
