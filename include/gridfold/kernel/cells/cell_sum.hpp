// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Common base of the gathers of a sum with a cutoff: a block's tile of points, the sources of the cells in reach of a
/// box, and points on sources.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/kernel/cells/point_tile.hpp>
#include <gridfold/kernel/sum/careful_sum.hpp>
#include <gridfold/kernel/sum/interaction_call.hpp>
#include <gridfold/kernel/sum/item_set.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/lattice_tile.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/view/atomic.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Consecutive sources and their shift; in shared memory one vector, or vectors of 16 bytes.
template <class T, class Boundary>
struct alignas(16) source_range {
  int begin, end;
  packed3<T> shift;

  GRIDFOLD_HD source<T> moved(const source<T>& from) const
  {
    return {from.x + shift.x, from.y + shift.y, from.z + shift.z, from.charge};
  }
};
template <class T>
struct alignas(8) source_range<T, boundary::open> {
  int begin, end;
  static GRIDFOLD_HD source<T> moved(const source<T>& from) { return from; }
};

/// One bit per point of a block: whether a source may lie on it.
template <class Variant>
using point_marks = unsigned[(point_tile<Variant>::count + 31) / 32];

/// The arguments of a gather, which derives from it and calls sum_tile.
///
/// Sources, Begin: one-dimensional views of sorted sources and of the cells' first sources; Out: a view of (z, y, x),
/// which is overwritten or added to: of numbers, or a field_output for an interaction with fields.
template <class Variant, class T, class Boundary, class Sources, class Begin, class Out, class Interaction>
struct cell_sum {
  using variant = Variant;
  using number = T;
  using boundary = Boundary;
  using user_call = interaction_call<Interaction, T>;
  /// Fields have four sums per point, so a thread needs more registers.
  static constexpr int min_resident_threads =
      (sizeof(T) == 8 ? 384 : 768) * (math::field_interaction<Interaction> ? 2 : 3) / 3;
  using coarsening = typename Variant::coarsening;
  using block_shape = typename Variant::block;
  using range = source_range<T, Boundary>;
  using rows = rows_in_reach<T, Boundary>;
  using points = point_tile<Variant>;
  static constexpr int threads = block_shape::threads;
  static constexpr int sources_at_once = kernel::sources_at_once<coarsening>;
  static constexpr int words_of_marks = static_cast<int>(std::extent_v<point_marks<Variant>>);

  Sources sources;
  Begin begin;
  cell_axes<T, Boundary> cells;
  lattice_axes<T> axes;
  Out out;
  Interaction pair;
  cell_reach<T> reach;
  vec3 per_spacing;  ///< lattice points per length
  bool add;

  static shape3 grid(shape3 shape) { return points::grid(shape); }

 protected:
  /// Writes the sums of a block's points. gather(box, tiles) adds all sources in reach of the points' bounding box, and
  /// calls mark_points for each of these sources, with point_marks in shared memory.
  template <class Block, class Marks, class Gather>
  GRIDFOLD_HD void sum_tile(Block& block, Marks& marks, Gather gather) const
  {
    using widest = policy::sum_of<typename Variant::accumulation, T>;
    using lanes = typename Block::template lanes<T, coarsening::x, widest>;
    using tile = lattice_tile<Variant, lanes, T, math::terms_of<Interaction, lanes>>;
    auto tiles = block.template per_thread<tile>();
    block.each_thread([&](auto t) {
      const bool all_nan = t.rank < words_of_marks && has_nan_sources();
      init(block.index(), t, tiles[t]);
      GRIDFOLD_UNROLL_BY(1)
      for (int w = t.rank; w < words_of_marks; w += threads) marks[w] = all_nan ? ~0u : 0u;
    });
    gather(points::bounds(axes, block.index()), tiles);
    if constexpr (tile::width > 1)
      if (are_clear(marks) && write_at_once(block, tiles)) return;
    block.each_thread([&](auto t) { write(block.index(), t, tiles[t], marks); });
  }

  [[nodiscard]] GRIDFOLD_HD range sources_of(auto t, const cells_of_row<T, Boundary>& row) const
  {
    range of{};
    unrolled<2>(t, [&](int n) {
      if (row.first <= row.last) (n == 0 ? of.begin : of.end) = begin(n == 0 ? row.first : row.last + 1);
    });
    if constexpr (Boundary::is_periodic) of.shift = row.shift;
    return of;
  }

  /// Calls use(source) for all sources of the cells in reach of a box, in sorted order.
  template <class Use>
  GRIDFOLD_HD void for_each_source(auto t, const point_bounds<T>& box, const cell_reach<T>& within, Use use) const
  {
    const rows nearby(cells, box, within);
    each_from_to(t, 0, nearby.count() - 1, [&](int r) {
      const range all = sources_of(t, nearby.row(r));
      each_from_to(t, all.begin, all.end - 1, [&](int s) { use(all.moved(sources(s))); });
    });
  }

  /// Marks the points of a block on which a source may lie.
  template <class Marks>
  GRIDFOLD_HD void mark_points(const source<T>& from, const point_bounds<T>& box, index3 block, Marks& marks) const
  {
    const T most = axes.reach;
    // If a source is within `most` on each axis, the square is at most 3 times the square of `most`, plus rounding.
    if (!(distance2_to(from, box) < T(4) * most * most)) return;
    const vec3 &origin = axes.where.origin, &first = axes.first;
    const interval x = near_points<points::columns>(from.x, origin.x, per_spacing.x, first.x, block.x),
                   y = near_points<points::rows>(from.y, origin.y, per_spacing.y, first.y, block.y),
                   z = near_points<points::planes>(from.z, origin.z, per_spacing.z, first.z, block.z);
    for (int k = z.begin; k < z.end; ++k)
      for (int j = y.begin; j < y.end; ++j) {
        GRIDFOLD_UNROLL_BY(1)
        for (int i = x.begin; i < x.end; ++i) {
          const int n = points::number(i, j, k);
          gridfold::atomically(marks[n / 32]) |= 1u << n % 32;
        }
      }
  }

 private:
  /// Whether some sources have a NaN coordinate, and thus lie in no cell: then every sum is NaN.
  [[nodiscard]] GRIDFOLD_HD bool has_nan_sources() const
  {
    return begin(cells.count()) < static_cast<int>(sources.extent(0));
  }

  template <class Tile>
  GRIDFOLD_HD void init(index3 at, thread t, Tile& tile) const
  {
    tile.init(
        axes, [&](int i) { return points::column(at, t, i); }, [&](int j) { return points::row(at, t, j); },
        points::plane(at, t));
  }

  struct interval {
    int begin, end;
  };
  /// Range of the points of block n along one axis, numbered within the block, that a source at x may lie on.
  template <int Count>
  GRIDFOLD_HD interval near_points(T x, double origin, double per_length, double first, std::int64_t n) const
  {
    const double at = (static_cast<double>(x) - origin) * per_length - (first + static_cast<double>(n * Count)),
                 most = static_cast<double>(axes.reach) * per_length;
    const auto bounded = [](double index) { return index > 0 ? index < Count ? static_cast<int>(index) : Count : 0; };
    return {bounded(std::ceil(at - most)), bounded(std::floor(at + most) + 1)};
  }

  template <class Marks>
  static GRIDFOLD_HD bool are_clear(const Marks& marks)
  {
    unsigned any = 0;
    for (int w = 0; w < words_of_marks; ++w) any |= marks[w];
    return any == 0;
  }

  template <class Tile, class Marks>
  GRIDFOLD_HD void write(index3 at, auto t, const Tile& tile, const Marks& marks) const
  {
    item_set<coarsening::items> unresolved;
    unrolled<coarsening::items>(t, [&](int item) {
      const int i = item % coarsening::x, j = item / coarsening::x;
      const auto value = get_lane(tile.sum[j][i / Tile::width].value(), i % Tile::width);
      const int n = points::number(t, item);
      if (!is_finite(value) || (marks[n / 32] >> n % 32 & 1u) != 0) unresolved.insert(item);
      if (!unresolved.contains(item)) store_inside(points::index(at, t, item), value);
    });
    if (unresolved.empty()) return;
    rolled<coarsening::items>(t, [&](int item) {
      if (unresolved.contains(item)) resolve(t, points::index(at, t, item));
    });
  }

  /// Writes the sums of a block as whole packs if all points are in the lattice and all sums finite; otherwise returns
  /// false. Only the host has packs; it runs a block's threads one by one.
  template <class Block, class Tiles>
  GRIDFOLD_HD bool write_at_once(Block& block, Tiles& tiles) const
  {
    const index3 at = block.index();
    bool all = (at.x + 1) * points::columns <= axes.where.shape.x && (at.y + 1) * points::rows <= axes.where.shape.y &&
               (at.z + 1) * points::planes <= axes.where.shape.z;
    if (all) block.each_thread([&](auto t) { all = all && is_finite(total(tiles[t])); });
    if (all) block.each_thread([&](auto t) { write_packs(at, t, tiles[t]); });
    return all;
  }
  /// The sum of all packs of a thread; finite only if each pack is.
  template <class Tile>
  static GRIDFOLD_HD auto total(const Tile& tile)
  {
    std::remove_cvref_t<decltype(tile.sum[0][0].value())> all(0);
    for (const auto& row : tile.sum)
      for (const auto& sum : row) all += sum.value();
    return all;
  }
  template <class Tile>
  GRIDFOLD_HD void write_packs(index3 at, thread t, const Tile& tile) const
  {
    for (int j = 0; j < coarsening::y; ++j)
      for (int c = 0; c < Tile::columns; ++c) {
        const auto value = tile.sum[j][c].value();
        for (int l = 0; l < Tile::width; ++l)
          store({points::column(at, t, c * Tile::width + l), points::row(at, t, j), points::plane(at, t)},
                get_lane(value, l));
      }
  }

  [[nodiscard]] GRIDFOLD_HD bool inside(index3 at) const
  {
    return at.x < axes.where.shape.x && at.y < axes.where.shape.y && at.z < axes.where.shape.z;
  }

  template <class Value>
  GRIDFOLD_HD void store_inside(index3 at, Value value) const
  {
    if (inside(at)) store(at, value);
  }
  template <class Value>
  GRIDFOLD_HD void store(index3 at, Value value) const
  {
    using element = typename Out::value_type;
    if (add)
      out(at.z, at.y, at.x) += static_cast<element>(value);
    else
      out(at.z, at.y, at.x) = static_cast<element>(value);
  }

  GRIDFOLD_HD void resolve(auto t, index3 at) const
  {
    if (!inside(at)) return;
    if (has_nan_sources()) {
      store(at, math::terms_of<Interaction, T>(cuda::std::numeric_limits<T>::quiet_NaN()));
      return;
    }
    const packed3<T> point = axes.at(at.x, at.y, at.z);
    careful_sum<typename Variant::accumulation, T, Interaction, true> sum(pair, point, axes.on_point_r2(point));
    for_each_source(t, {point, point}, reach, [&](const source<T>& from) { sum.add(from); });
    store_inside(at, sum.value());
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
