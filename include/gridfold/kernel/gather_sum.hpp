// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum by gathering: a thread owns points, of a lattice or of a list, and reads every source (notes 003, Fig. 18.6;
/// coarsened as in notes 000, Figs. 18.8 and 18.10, and in two dimensions).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/kernel/item_set.hpp>
#include <gridfold/kernel/lattice_axes.hpp>
#include <gridfold/kernel/lookout.hpp>
#include <gridfold/kernel/on_point.hpp>
#include <gridfold/kernel/careful_sum.hpp>
#include <gridfold/kernel/input_tiles.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/triples.hpp>
#include <type_traits>

namespace gridfold
{

/// The points of one thread and their sums so far: coarsen::x by coarsen::y of them in one plane of the lattice. What
/// the points of a row share (dy^2 + dz^2) and what those of a column share (dx) is computed once for all.
template <class Variant, class Lanes, class T>
struct lattice_tile {
  using coarsening = typename Variant::coarsening;
  static constexpr int width = lane_count<Lanes>;
  static constexpr int columns = coarsening::x / width, rows = coarsening::y;

  Lanes x[columns];
  T y[rows], z;
  running_sum<typename Variant::accumulation, Lanes> sum[rows][columns];

  /// Takes the points of these columns and rows of a plane: column(i) and row(j) of an item (i, j).
  template <class Where, class Column, class Row>
  GRIDFOLD_HD void place(const Where& where, const Column& column, const Row& row, std::int64_t plane)
  {
    const std::int64_t left = column(0), low = row(0);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < coarsening::x; ++i)
      set_lane(x[i / width], i % width, where.x(left, static_cast<int>(column(i) - left)));
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) y[j] = where.y(low, static_cast<int>(row(j) - low));
    z = where.z(plane);
  }

  template <class Source, class Interaction>
  GRIDFOLD_HD void add(const Source& from, const Interaction& pair)
  {
    Lanes dx[columns];
    GRIDFOLD_UNROLL
    for (int c = 0; c < columns; ++c) dx[c] = x[c] - Lanes(from.x);
    const T dz = z - from.z;
    GRIDFOLD_UNROLL
    for (int r = 0; r < rows; ++r) {
      const T dy = y[r] - from.y;
      const T dyz2 = dy * dy + dz * dz;
      GRIDFOLD_UNROLL
      for (int c = 0; c < columns; ++c)
        sum[r][c].add(gridfold::pair_terms(pair, from, dx[c], dy, dz, dyz2, r * columns + c));
    }
  }
};

/// Sources: a one-dimensional view; Where: points in planes of rows, a lattice of lookout.hpp or a point_list; Out: a
/// view of (z, y, x), which one launch of this overwrites or adds to.
template <class Variant, class T, class Sources, class Where, class Out, class Interaction>
struct gather_sum {
  using variant = Variant;
  /// A sum of 48 points needs 168 registers per thread; doubles take two registers each and are not capped.
  static constexpr int min_resident_threads = sizeof(T) == 8 ? 256 : 384;
  using coarsening = typename Variant::coarsening;
  using block_shape = typename Variant::block;
  using input = typename Variant::input;
  using input_storage = typename input_tile_storage<input, source<T>>::type;
  static constexpr bool searches = is_unsearched<Where>;
  using shared_storage = std::conditional_t<searches, with_flag<input_storage>, input_storage>;

  /// Fewer than 8 pairs in flight expose latency, so a thread with few items unrolls over sources to reach about 16.
  static constexpr int sources_at_once = coarsening::items < 8 ? 16 / coarsening::items : 1;

  Sources sources;
  Where where;
  Out out;
  Interaction pair;
  bool add;
  launch_order order;

  /// The blocks that cover a lattice's shape.
  static shape3 grid(shape3 shape)
  {
    return {cuda::ceil_div(shape.x, block_shape::x * coarsening::x),
            cuda::ceil_div(shape.y, block_shape::y * coarsening::y), shape.z};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    using widest = sum_of<typename Variant::accumulation, T>;
    using tile = typename Where::template tile<Variant, typename Block::template lanes<T, coarsening::x, widest>>;
    auto tiles = block.template per_thread<tile>();
    block.each_thread([&](thread t) { place(block.index(), t, tiles[t]); });
    for_each_input_tile<input>(block, sources, [&](thread t, const auto& stage) {
      tile mine = tiles[t];
      const int size = static_cast<int>(stage.extent(0));
      GRIDFOLD_UNROLL_BY(sources_at_once)
      for (int s = 0; s < size; ++s) mine.add(stage(s), pair);
      tiles[t] = mine;
    });
    if constexpr (searches) search(block);
    if (order.follows) block.wait_for_previous_launch();
    block.each_thread([&](thread t) { write(block.index(), t, tiles[t], may_lie_on_points(block, tiles[t])); });
  }

 private:
  /// The column (row) of a thread's item along x (y).
  static GRIDFOLD_HD std::int64_t column(index3 at, thread t, int item)
  {
    return at.x * (block_shape::x * coarsening::x) +
           item_of<typename variant::assignment, block_shape::x, coarsening::x>(t.x, item);
  }
  static GRIDFOLD_HD std::int64_t row(index3 at, thread t, int item)
  {
    return at.y * (block_shape::y * coarsening::y) +
           item_of<typename variant::assignment, block_shape::y, coarsening::y>(t.y, item);
  }

  template <class Tile>
  GRIDFOLD_HD void place(index3 at, thread t, Tile& tile) const
  {
    tile.place(
        where, [&](int i) { return column(at, t, i); }, [&](int j) { return row(at, t, j); }, at.z);
  }

  /// The box around a block's points.
  [[nodiscard]] GRIDFOLD_HD point_box<T> box_of(index3 at) const
  {
    constexpr int columns = block_shape::x * coarsening::x, rows = block_shape::y * coarsening::y;
    const index3 first{at.x * columns, at.y * rows, at.z};
    return {where, first, {first.x + columns - 1, first.y + rows - 1, at.z}};
  }

  /// Sets the block's flag if a source lies in the box around its points. It comes behind the loop over all pairs,
  /// where it takes no registers from that.
  template <class Block>
  GRIDFOLD_HD void search(Block& block) const
  {
    auto&& seen = block.shared(member<&shared_storage::seen>{});
    block.first_thread([&](thread) { seen = 0u; });
    block.each_thread([&](thread t) {
      const point_box<T> box = box_of(block.index());
      const int size = static_cast<int>(sources.extent(0));
      GRIDFOLD_UNROLL_BY(1)
      for (int s = t.rank; s < size; s += Block::threads)
        if (box.contains(sources(s))) gridfold::atomically(seen).exchange(1u);
    });
  }

  /// Whether sources may lie on some of a thread's points.
  template <class Block, class Tile>
  GRIDFOLD_HD bool may_lie_on_points(Block& block, const Tile& tile) const
  {
    if constexpr (searches)
      return block.shared(member<&shared_storage::seen>{}) != 0u;
    else
      return where.may_lie_on_points(tile);
  }

  /// The items that sources may lie on. It is not unrolled: few blocks do it.
  GRIDFOLD_HD item_set<coarsening::items> items_on_sources(index3 at, thread t) const
  {
    item_set<coarsening::items> found;
    const int size = static_cast<int>(sources.extent(0));
    GRIDFOLD_UNROLL_BY(1)
    for (int s = 0; s < size; ++s) {
      const source<T> from = sources(s);
      if (!where.may_lie_in_plane(from, at.z)) continue;
      GRIDFOLD_UNROLL_BY(1)
      for (int j = 0; j < coarsening::y; ++j) {
        if (!where.may_lie_in_row(from, row(at, t, j))) continue;
        GRIDFOLD_UNROLL_BY(1)
        for (int i = 0; i < coarsening::x; ++i)
          if (where.may_lie_in_column(from, column(at, t, i))) found.insert(j * coarsening::x + i);
      }
    }
    return found;
  }

  template <class Tile>
  GRIDFOLD_HD void write(index3 at, thread t, const Tile& tile, bool may_lie_on_points) const
  {
    item_set<coarsening::items> unresolved;
    if (may_lie_on_points) unresolved = items_on_sources(at, t);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < coarsening::y; ++j) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int i = 0; i < coarsening::x; ++i) {
        const auto value = get_lane(tile.sum[j][i / Tile::width].value(), i % Tile::width);
        if (!is_finite(value)) unresolved.insert(j * coarsening::x + i);
        if (!unresolved.contains(j * coarsening::x + i)) put(at.z, row(at, t, j), column(at, t, i), value);
      }
    }
    if (unresolved.empty()) return;
    for (int item = 0; item < coarsening::items; ++item)
      if (unresolved.contains(item))
        resolve(at.z, row(at, t, item / coarsening::x), column(at, t, item % coarsening::x));
  }

  [[nodiscard]] GRIDFOLD_HD bool inside(std::int64_t j, std::int64_t i) const
  {
    return j < where.shape().y && i < where.shape().x;
  }

  template <class Value>
  GRIDFOLD_HD void put(std::int64_t k, std::int64_t j, std::int64_t i, Value value) const
  {
    if (!inside(j, i)) return;
    using element = typename Out::value_type;
    if (add)
      out(k, j, i) += static_cast<element>(value);
    else
      out(k, j, i) = static_cast<element>(value);
  }

  GRIDFOLD_HD void resolve(std::int64_t k, std::int64_t j, std::int64_t i) const
  {
    if (!inside(j, i)) return;
    const packed3<T> at = where.at(i, j, k);
    careful_sum<typename Variant::accumulation, T, Interaction> sum(pair, at, where.on_point_r2(at));
    const int size = static_cast<int>(sources.extent(0));
    for (int s = 0; s < size; ++s) sum.add(sources(s));
    put(k, j, i, sum.value());
  }
};

}  // namespace gridfold
