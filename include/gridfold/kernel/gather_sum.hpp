// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum by gathering: a thread owns points, of a lattice or of a list, and reads every source (notes 003, Fig. 18.6;
/// coarsened as in notes 000, Figs. 18.8 and 18.10, and in two dimensions).
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>
#include <gridfold/exec/thread.hpp>
#include <gridfold/interaction.hpp>
#include <gridfold/kernel/lattice_axes.hpp>
#include <gridfold/kernel/resolved_sum.hpp>
#include <gridfold/kernel/stages.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/source.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// A set of a thread's items, small enough for registers.
template <int Items>
class item_set {
 public:
  GRIDFOLD_HD void insert(int item) { word_[item / 32] |= 1u << (item % 32); }
  [[nodiscard]] GRIDFOLD_HD bool contains(int item) const { return (word_[item / 32] >> (item % 32) & 1u) != 0; }
  [[nodiscard]] GRIDFOLD_HD bool empty() const
  {
    unsigned any = 0;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (unsigned word : word_) any |= word;
    return any == 0;
  }

 private:
  unsigned word_[(Items + 31) / 32] = {};
};

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

/// Sources: a one-dimensional view; Where: points in planes of rows, lattice_axes or a point_list; Out: a view of
/// (z, y, x), which one launch of this overwrites or adds to.
template <class Variant, class T, class Sources, class Where, class Out, class Interaction>
struct gather_sum {
  using variant = Variant;
  using number = T;
  using coarsening = typename Variant::coarsening;
  using threads = typename Variant::block;
  using shared_storage = typename stage_storage<typename Variant::space, source<T>>::type;

  /// With fewer than 8 pairs under way a thread waits for each: one of few items takes as many as make about 16.
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
    return {pieces(shape.x, threads::x * coarsening::x), pieces(shape.y, threads::y * coarsening::y), shape.z};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    using widest = sum_of<typename Variant::accumulation, T>;
    using tile = typename Where::template tile<Variant, typename Block::template lanes<T, coarsening::x, widest>>;
    auto tiles = block.template per_thread<tile>();
    block.each_thread([&](thread t) { place(block.index(), t, tiles[t]); });
    for_each_stage<typename Variant::space>(block, sources, [&](thread t, const auto& stage) {
      tile mine = tiles[t];
      const int size = static_cast<int>(stage.extent(0));
      GRIDFOLD_UNROLL_BY(sources_at_once)
      for (int s = 0; s < size; ++s) mine.add(stage(s), pair);
      tiles[t] = mine;
    });
    if (order.follows) block.await_earlier_launch();
    block.each_thread([&](thread t) { write(block.index(), t, tiles[t]); });
  }

 private:
  /// The column (row) of a thread's item along x (y).
  static GRIDFOLD_HD std::int64_t column(shape3 at, thread t, int item)
  {
    return at.x * (threads::x * coarsening::x) +
           item_of<typename variant::assignment, threads::x, coarsening::x>(t.x, item);
  }
  static GRIDFOLD_HD std::int64_t row(shape3 at, thread t, int item)
  {
    return at.y * (threads::y * coarsening::y) +
           item_of<typename variant::assignment, threads::y, coarsening::y>(t.y, item);
  }

  template <class Tile>
  GRIDFOLD_HD void place(shape3 at, thread t, Tile& tile) const
  {
    tile.place(
        where, [&](int i) { return column(at, t, i); }, [&](int j) { return row(at, t, j); }, at.z);
  }

  template <class Tile>
  GRIDFOLD_HD void write(shape3 at, thread t, const Tile& tile) const
  {
    item_set<coarsening::items> unresolved;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < coarsening::y; ++j) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int i = 0; i < coarsening::x; ++i) {
        const auto value = get_lane(tile.sum[j][i / Tile::width].value(), i % Tile::width);
        if (is_finite(value))
          put(at.z, row(at, t, j), column(at, t, i), value);
        else
          unresolved.insert(j * coarsening::x + i);
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
    resolved_sum<typename Variant::accumulation, T, Interaction> sum(pair, at.x, at.y, at.z);
    const int size = static_cast<int>(sources.extent(0));
    for (int s = 0; s < size; ++s) sum.add(sources(s));
    put(k, j, i, sum.value());
  }
};

}  // namespace gridfold
