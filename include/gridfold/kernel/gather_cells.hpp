// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The cut sum by gathering: a block owns a tile of lattice points and reads the sources of the cells within the cutoff
/// of it. Source: Kirk, Hwu and El Hajj, Programming Massively Parallel Processors, 4th ed., chapter 18 (cutoff
/// binning).
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/gather_sum.hpp>
#include <gridfold/kernel/parts/careful_sum.hpp>
#include <gridfold/kernel/parts/cell_rows.hpp>
#include <gridfold/kernel/parts/input_tiles.hpp>
#include <gridfold/kernel/parts/interaction_call.hpp>
#include <gridfold/kernel/parts/item_set.hpp>
#include <gridfold/kernel/parts/lattice_axes.hpp>
#include <gridfold/kernel/parts/point_tile.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/policy/culling.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/atomic.hpp>
#include <type_traits>

namespace gridfold::kernel
{

/// Sources that lie side by side, and where to move them.
template <class T, class Boundary>
struct source_range {
  int begin, end;
  packed3<T> shift;

  GRIDFOLD_HD source<T> moved(const source<T>& from) const
  {
    return {from.x + shift.x, from.y + shift.y, from.z + shift.z, from.charge};
  }
};
template <class T>
struct source_range<T, boundary::open> {
  int begin, end;
  static GRIDFOLD_HD source<T> moved(const source<T>& from) { return from; }
};

/// Input `shared_tile<Items>`: the threads of a block cull the sources one by one, box against sphere, and append those
/// that are left to a tile in shared memory; with `cull_by_warp` each warp does the same with that tile. Inputs
/// `global` and `read_only`: every thread reads all sources of the cells in reach where they lie.
///
/// Sources, Begin: one-dimensional views of sorted sources and of where cells begin; Out: a view of (z, y, x), which is
/// overwritten or added to.
template <class Variant, class T, class Boundary, class Sources, class Begin, class Out, class Interaction>
struct gather_cells {
  using variant = Variant;
  using user_call = interaction_call<Interaction, T>;
  static constexpr int min_resident_threads = sizeof(T) == 8 ? 384 : 768;
  using coarsening = typename Variant::coarsening;
  using block_shape = typename Variant::block;
  using input = typename Variant::input;
  using range = source_range<T, Boundary>;
  using rows = rows_in_reach<T, Boundary>;
  using points = point_tile<Variant>;
  static constexpr int threads = block_shape::threads;
  static constexpr bool by_warp = std::is_same_v<typename Variant::culling, cull_by_warp>;
  static constexpr int sources_at_once = coarsening::items < 8 ? 16 / coarsening::items : 1;
  /// Threads that read one range together: 128 bytes of float sources.
  static constexpr int lanes = threads % 8 == 0 ? 8 : 1, groups = threads / lanes;

  /// What a block keeps in shared memory: whether a source may lie on a point; for input `shared`, culled sources, of
  /// the block and of its warps, and the ranges that they are read from.
  struct with_flag {
    unsigned seen;
  };
  template <class Input>
  struct with_tile {
    source<T> tile[Input::tile];
    range ranges[threads];
    unsigned seen;
  };
  template <class Input>
  struct with_tiles_of_warps : with_tile<Input> {
    source<T> of_warps[points::warps * Input::tile];
  };
  using shared_storage =
      typename std::conditional_t<!policy::is_shared<input>, std::type_identity<with_flag>,
                                  std::conditional_t<by_warp, std::type_identity<with_tiles_of_warps<input>>,
                                                     std::type_identity<with_tile<input>>>>::type;

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

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    using widest = math::sum_of<typename Variant::accumulation, T>;
    using tile = lattice_tile<Variant, typename Block::template lanes<T, coarsening::x, widest>, T>;
    auto tiles = block.template per_thread<tile>();
    auto&& seen = block.shared(member<&shared_storage::seen>{});
    block.first_thread([&](thread) { seen = 0u; });
    block.each_thread([&](thread t) { place(block.index(), t, tiles[t]); });
    const point_bounds<T> box = points::bounds(axes, block.index());
    if constexpr (policy::is_shared<input>)
      gather_culled(block, box, tiles);
    else
      gather_all(block, box, tiles);
    block.each_thread([&](thread t) { write(block.index(), t, tiles[t], seen != 0u); });
  }

 private:
  template <class Tile>
  GRIDFOLD_HD void place(index3 at, thread t, Tile& tile) const
  {
    tile.init(
        axes, [&](int i) { return points::column(at, t, i); }, [&](int j) { return points::row(at, t, j); },
        points::plane(at, t));
  }

  [[nodiscard]] GRIDFOLD_HD range sources_of(const cells_of_row<T, Boundary>& row) const
  {
    if (row.last < row.first) return {};
    range of{};
    of.begin = begin(row.first);
    of.end = begin(row.last + 1);
    if constexpr (Boundary::is_periodic) of.shift = row.shift;
    return of;
  }

  /// Calls use(source) for all sources of the cells in reach of a box, in order.
  template <class Use>
  GRIDFOLD_HD void for_each_source(const point_bounds<T>& box, const cell_reach<T>& within, Use use) const
  {
    const rows near(cells, box, within);
    for (int r = 0; r < near.count(); ++r) {
      const range all = sources_of(near.row(r));
      for (int s = all.begin; s < all.end; ++s) use(all.moved(sources(s)));
    }
  }

  template <class Block, class Tiles>
  GRIDFOLD_HD void gather_all(Block& block, const point_bounds<T>& box, Tiles& tiles) const
  {
    auto&& seen = block.shared(member<&shared_storage::seen>{});
    block.each_thread([&](thread t) {
      auto mine = tiles[t];
      int s = 0;
      for_each_source(box, reach, [&](const source<T>& from) {
        mine.add(from, pair);
        if (s++ % Block::threads == t.rank && lies_on_lattice(from, box)) gridfold::atomically(seen).exchange(1u);
      });
      tiles[t] = mine;
    });
  }

  /// How far a block has come in the rows in reach: `range` is the first of those that groups of threads read now, from
  /// their element number `offset` on.
  struct progress {
    int row = 0, ranges = 0, range = 0, offset = 0, longest = 0;
    bool more = true;
  };

  template <class Block, class Tiles>
  GRIDFOLD_HD void gather_culled(Block& block, const point_bounds<T>& box, Tiles& tiles) const
  {
    static_assert(input::tile >= threads,
                  "gridfold: a tile of sources has room for fewer than the threads of a block (each may add one at a "
                  "time): give shared_tile as many items, or more");
    const rows near(cells, box, reach);
    progress at;
    while (at.more) {
      const int size = fill(block, box, near, at);
      if constexpr (by_warp)
        add_by_warp(block, size, tiles);
      else
        block.each_thread([&](thread t) {
          auto&& tile = block.shared(member<&shared_storage::tile>{});
          add_stage(as_view(tile, size), 0, size, tiles[t]);
        });
    }
  }

  /// Adds the elements from `first` on of a stage.
  template <class Stage, class Tile>
  GRIDFOLD_HD void add_stage(const Stage& stage, int first, int size, Tile& tile) const
  {
    auto mine = tile;
    GRIDFOLD_UNROLL_BY(sources_at_once)
    for (int s = first; s < first + size; ++s) mine.add(stage(s), pair);
    tile = mine;
  }

  /// Adds what each warp keeps of a block's tile.
  template <class Block, class Tiles>
  GRIDFOLD_HD void add_by_warp(Block& block, int size, Tiles& tiles) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& of_warps = block.shared(member<&shared_storage::of_warps>{});
    auto sizes = block.template per_thread<int>();
    const T reach2 = reach.square();
    for (int first = 0; first < size; first += warp_threads)
      block.template append_by_warp<source<T>>(of_warps, input::tile, sizes, [&](thread t, source<T>& from) {
        const int s = first + t.rank % warp_threads;
        if (s >= size) return false;
        from = tile[s];
        return is_near(from, points::bounds_of_warp(axes, block.index(), t.rank / warp_threads), reach2);
      });
    block.each_thread([&](thread t) {
      add_stage(as_view(of_warps, points::warps * input::tile), t.rank / warp_threads * input::tile, sizes[t],
                tiles[t]);
    });
  }

  /// Fills the tile with sources that are within the cutoff of the box, and gives their number.
  template <class Block>
  GRIDFOLD_HD int fill(Block& block, const point_bounds<T>& box, const rows& near, progress& at) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& ranges = block.shared(member<&shared_storage::ranges>{});
    auto&& seen = block.shared(member<&shared_storage::seen>{});
    const T reach2 = reach.square();
    int size = 0;
    while (size + threads <= input::tile) {
      if (at.offset >= at.longest) {
        if (!next_ranges(block, near, at)) break;
        continue;
      }
      size = block.template append<source<T>>(tile, size, [&](thread t, source<T>& from) {
        const int r = at.range + t.rank / lanes;
        if (r >= at.ranges) return false;
        const range of = ranges[r];
        const int s = of.begin + at.offset + t.rank % lanes;
        if (s >= of.end) return false;
        from = of.moved(sources(s));
        if (lies_on_lattice(from, box)) gridfold::atomically(seen).exchange(1u);
        return is_near(from, box, reach2);
      });
      at.offset += lanes;
    }
    return size;
  }

  /// Goes on to the next ranges, one for each group of threads; false if there are no more.
  template <class Block>
  GRIDFOLD_HD bool next_ranges(Block& block, const rows& near, progress& at) const
  {
    auto&& ranges = block.shared(member<&shared_storage::ranges>{});
    at.range += groups;
    at.offset = at.longest = 0;
    if (at.range >= at.ranges) {
      at.more = at.row < near.count();
      if (!at.more) return false;
      at.range = 0;
      at.ranges = block.template append<range>(ranges, 0, [&](thread t, range& of) {
        if (at.row + t.rank >= near.count()) return false;
        of = sources_of(near.row(at.row + t.rank));
        return of.begin < of.end;
      });
      at.row += threads;
    }
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int g = 0; g < groups; ++g) {
      if (at.range + g >= at.ranges) break;
      const range of = ranges[at.range + g];
      if (of.end - of.begin > at.longest) at.longest = of.end - of.begin;
    }
    return true;
  }

  /// Whether a source is within reach of a box. Rounding errs to yes.
  static GRIDFOLD_HD bool is_near(const source<T>& from, const point_bounds<T>& box, T reach2)
  {
    const T dx = distance_to(from.x, box.low.x, box.high.x), dy = distance_to(from.y, box.low.y, box.high.y),
            dz = distance_to(from.z, box.low.z, box.high.z);
    return dx * dx + (dy * dy + dz * dz) < reach2;
  }

  /// Whether a source may lie on a point of the lattice, if it lies in a block's box.
  GRIDFOLD_HD bool lies_on_lattice(const source<T>& from, const point_bounds<T>& box) const
  {
    const T most = axes.reach;
    if (!(distance_to(from.x, box.low.x, box.high.x) < most && distance_to(from.y, box.low.y, box.high.y) < most &&
          distance_to(from.z, box.low.z, box.high.z) < most))
      return false;
    const vec3& origin = axes.where.origin;
    return is_within(
               from.z - axes.z(nearest(from.z, origin.z, per_spacing.z) - static_cast<std::int64_t>(axes.first.z)),
               most) &&
           is_within(
               from.y - axes.y(nearest(from.y, origin.y, per_spacing.y) - static_cast<std::int64_t>(axes.first.y)),
               most) &&
           is_within(
               from.x - axes.x(nearest(from.x, origin.x, per_spacing.x) - static_cast<std::int64_t>(axes.first.x)),
               most);
  }
  static GRIDFOLD_HD std::int64_t nearest(T x, double origin, double per_spacing)
  {
    return static_cast<std::int64_t>(std::floor((static_cast<double>(x) - origin) * per_spacing + 0.5));
  }

  /// Whether a source lies on a point.
  GRIDFOLD_HD bool has_source(const packed3<T>& at) const
  {
    const T on_point_r2 = axes.on_point_r2(at);
    bool found = false;
    for_each_source({at, at}, {axes.reach, reach.margin}, [&](const source<T>& from) {
      const T dx = at.x - from.x, dy = at.y - from.y, dz = at.z - from.z;
      found = found || dx * dx + (dy * dy + dz * dz) < on_point_r2;
    });
    return found;
  }

  /// The items that sources lie on. It is not unrolled: few blocks do it.
  GRIDFOLD_HD item_set<coarsening::items> items_on_sources(index3 at, thread t) const
  {
    item_set<coarsening::items> found;
    GRIDFOLD_UNROLL_BY(1)
    for (int item = 0; item < coarsening::items; ++item) {
      const index3 point = points::index(at, t, item);
      if (inside(point) && has_source(axes.at(point.x, point.y, point.z))) found.insert(item);
    }
    return found;
  }

  template <class Tile>
  GRIDFOLD_HD void write(index3 at, thread t, const Tile& tile, bool may_lie_on_points) const
  {
    item_set<coarsening::items> unresolved;
    if (may_lie_on_points) unresolved = items_on_sources(at, t);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int item = 0; item < coarsening::items; ++item) {
      const int i = item % coarsening::x, j = item / coarsening::x;
      const auto value = get_lane(tile.sum[j][i / Tile::width].value(), i % Tile::width);
      if (!is_finite(value)) unresolved.insert(item);
      if (!unresolved.contains(item)) put(points::index(at, t, item), value);
    }
    if (unresolved.empty()) return;
    GRIDFOLD_UNROLL_BY(1)
    for (int item = 0; item < coarsening::items; ++item)
      if (unresolved.contains(item)) resolve(points::index(at, t, item));
  }

  [[nodiscard]] GRIDFOLD_HD bool inside(index3 at) const
  {
    return at.x < axes.where.shape.x && at.y < axes.where.shape.y && at.z < axes.where.shape.z;
  }

  template <class Value>
  GRIDFOLD_HD void put(index3 at, Value value) const
  {
    if (!inside(at)) return;
    using element = typename Out::value_type;
    if (add)
      out(at.z, at.y, at.x) += static_cast<element>(value);
    else
      out(at.z, at.y, at.x) = static_cast<element>(value);
  }

  GRIDFOLD_HD void resolve(index3 at) const
  {
    if (!inside(at)) return;
    const packed3<T> point = axes.at(at.x, at.y, at.z);
    careful_sum<typename Variant::accumulation, T, Interaction> sum(pair, point, axes.on_point_r2(point));
    for_each_source({point, point}, reach, [&](const source<T>& from) { sum.add(from); });
    put(at, sum.value());
  }
};

}  // namespace gridfold::kernel
