// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum by gathering: a thread owns points, of a lattice or of a list, and reads every source. Source: Kirk, Hwu and
/// El Hajj, 4th ed., Figs. 18.6, 18.8 and 18.10, extended to coarsening in two dimensions.
///
/// A block's threads times the coarsening, in x and in y, is the rectangle of points in one plane that a block owns.
/// Each thread keeps its points and their sums in registers, adds every source to them, and writes each sum once.
/// Points beyond the edge of the lattice are computed but not written. Only tiles of sources and one flag pass through
/// shared memory. Barriers are at the ends of each_thread and first_thread (exec/block.hpp).
///
/// The loop over pairs has no case for a source on a point. Such points are found after it, and `resolve` repeats their
/// sums (kernel/sum/careful_sum.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/kernel/sum/careful_sum.hpp>
#include <gridfold/kernel/sum/input_tiles.hpp>
#include <gridfold/kernel/sum/interaction_call.hpp>
#include <gridfold/kernel/sum/item_set.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/kernel/sum/source_search.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/policy/loading.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/triples.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The points of one thread and their sums: coarsen::x by coarsen::y points in one plane of the lattice. dy^2 + dz^2 is
/// computed once per row and dx once per column.
template <class Variant, class Lanes, class T>
struct lattice_tile {
  using coarsening = typename Variant::coarsening;
  static constexpr int width = lane_count<Lanes>;
  static constexpr int columns = coarsening::x / width, rows = coarsening::y;

  Lanes x[columns];
  T y[rows], z;
  math::running_sum<typename Variant::accumulation, Lanes> sum[rows][columns];

  /// Sets the points: item (i, j) is at column(i) and row(j) of a plane.
  template <class Where, class Column, class Row>
  GRIDFOLD_HD void init(const Where& where, const Column& column, const Row& row, std::int64_t plane)
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
        sum[r][c].add(math::pair_terms(pair, from, dx[c], dy, dz, dyz2, r * columns + c));
    }
  }

  /// What the slices of the sources are added up by: numbers, here the sums.
  static constexpr int parts = rows * columns;
  [[nodiscard]] GRIDFOLD_HD T part(int n) const { return sum[n / columns][n % columns].value(); }
  GRIDFOLD_HD void add_part(int n, T other) { sum[n / columns][n % columns].add(other); }
};

/// The shared memory of a block with slices: the parts of all slices but the first.
template <class Stage, class T, int Parts, int Threads>
struct with_slices : Stage {
  T given[Parts][Threads];
};

/// The shared memory of a gather: tiles of sources, a flag if each block searches for sources on its points, and what
/// slices add up, `Parts` of each thread.
template <class Variant, class T, bool Searches, int Parts>
struct gather_storage {
  static constexpr int slices = Variant::slices::count, owners = Variant::block::threads / slices;
  using tiles = typename input_tile_storage<typename Variant::input, source<T>, Variant::stages::count>::type;
  using one_slice = std::conditional_t<Searches, with_flag<tiles>, tiles>;
  using type = std::conditional_t<(slices > 1), with_slices<one_slice, T, Parts, (slices - 1) * owners>, one_slice>;
};

/// Whether one launch reads all sources if points on sources become infinite. A constant chunk holds some only.
template <class Variant>
inline constexpr bool reads_all_sources = !is_constant<typename Variant::input>;

/// Sources: a one-dimensional view; Where: a lattice (kernel/sum/source_search.hpp) or a point_list; Out: a view of
/// (z, y, x), which a launch overwrites, or adds to if `add` is set.
template <class Variant, class T, class Sources, class Where, class Out, class Interaction>
struct gather_sum {
  using variant = Variant;
  using user_call = interaction_call<Interaction, T>;
  /// With 384 threads a thread can have 168 registers, which sums of 48 floats need. Doubles take two registers each:
  /// with 256 threads a thread can have 255, the most that there are.
  static constexpr int min_resident_threads = sizeof(T) == 8 ? 256 : 384;
  using coarsening = typename Variant::coarsening;
  using block_shape = typename Variant::block;
  using input = typename Variant::input;
  static constexpr int stages = Variant::stages::count;
  static constexpr bool copies_in_bulk = std::is_same_v<typename Variant::loading, bulk>;
  static constexpr bool searches = is_block_searched<Where>;
  /// The rows of threads that own points, and how many threads these are: one slice's.
  static constexpr int slices = Variant::slices::count, thread_rows = block_shape::y / slices;
  static constexpr int owners = block_shape::x * thread_rows;
  static constexpr int parts = Where::template tile<Variant, T>::parts;
  using shared_storage = typename gather_storage<Variant, T, searches, parts>::type;

  /// Fewer than 8 independent pairs do not hide latency, so a thread with few items unrolls over sources to about 16
  /// pairs.
  static constexpr int sources_at_once = coarsening::items < 8 ? 16 / coarsening::items : 1;

  Sources sources;
  Where where;
  Out out;
  Interaction pair;
  bool add;
  launch_order order;

  /// The grid for a lattice of this shape.
  static shape3 grid(shape3 shape)
  {
    return {ceil_div(shape.x, block_shape::x * coarsening::x), ceil_div(shape.y, thread_rows * coarsening::y), shape.z};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    using widest = math::sum_of<typename Variant::accumulation, T>;
    using lanes = typename Block::template lanes<T, slices == 1 ? coarsening::x : 1, widest>;
    using tile = typename Where::template tile<Variant, lanes>;
    auto tiles = block.template per_thread<tile>();
    block.each_thread([&](auto t) { init(block.index(), t, tiles[t]); });
    for_each_input_tile<input, stages, typename Variant::loading>(block, sources, [&](auto t, const auto& stage) {
      tile local = tiles[t];
      const int size = static_cast<int>(stage.extent(0)), first = first_of_slice(t, size);
      const int end = slices == 1 ? size : end_of_slice(first, size);
      GRIDFOLD_UNROLL_BY(sources_at_once)
      for (int s = first; s < end; ++s) local.add(stage(s), pair);
      tiles[t] = local;
    });
    if constexpr (slices > 1) add_slices(block, tiles);
    if constexpr (searches) search(block);
    if (order.follows) block.wait_for_previous_launch();
    block.each_thread([&](auto t) {
      if (slices == 1 || t.y < thread_rows) write(block.index(), t, tiles[t], may_lie_on_points(block, tiles[t]));
    });
  }

 private:
  /// The column or row of a thread's item along x or y.
  static GRIDFOLD_HD std::int64_t column(index3 at, thread t, int item)
  {
    return at.x * (block_shape::x * coarsening::x) +
           item_of<typename variant::assignment, block_shape::x, coarsening::x>(t.x, item);
  }
  static GRIDFOLD_HD std::int64_t row(index3 at, thread t, int item)
  {
    return at.y * (thread_rows * coarsening::y) + item_of<typename variant::assignment, thread_rows, coarsening::y>(
                                                      slices == 1 ? t.y : t.y % thread_rows, item);
  }

  /// The sources of a thread's slice, of a stage of `size`: whole turns of the unrolled loop, but for the last one's.
  static GRIDFOLD_HD int slice_length(int size)
  {
    return (size + slices * sources_at_once - 1) / (slices * sources_at_once) * sources_at_once;
  }
  static GRIDFOLD_HD int first_of_slice(thread t, int size)
  {
    return slices == 1 ? 0 : t.y / thread_rows * slice_length(size);
  }
  static GRIDFOLD_HD int end_of_slice(int first, int size)
  {
    const int end = first + slice_length(size);
    return end < size ? end : size;
  }

  /// Adds the sums of the other slices to those of the first slice's threads.
  template <class Block, class Tiles>
  GRIDFOLD_HD void add_slices(Block& block, Tiles& tiles) const
  {
    auto&& given = block.shared(member<&shared_storage::given>{});
    block.each_thread([&](auto t) {
      if (t.rank >= owners) unrolled<parts>(t, [&](int n) { given[n][t.rank - owners] = tiles[t].part(n); });
    });
    block.each_thread([&](auto t) {
      if (t.rank < owners)
        unrolled<slices - 1, parts>(t, [&](int s, int n) { tiles[t].add_part(n, given[n][s * owners + t.rank]); });
    });
  }

  template <class Tile>
  GRIDFOLD_HD void init(index3 at, thread t, Tile& tile) const
  {
    tile.init(
        where, [&](int i) { return column(at, t, i); }, [&](int j) { return row(at, t, j); }, at.z);
  }

  /// The bounding box of a block's points.
  [[nodiscard]] GRIDFOLD_HD point_box<T> box_of(index3 at) const
  {
    constexpr int columns = block_shape::x * coarsening::x, rows = thread_rows * coarsening::y;
    const index3 first{at.x * columns, at.y * rows, at.z};
    return {where, first, {first.x + columns - 1, first.y + rows - 1, at.z}};
  }

  /// Sets the block's flag if a source lies in the bounding box of its points. This is a second loop over the sources,
  /// because a test in the loop over pairs would take registers there.
  template <class Block>
  GRIDFOLD_HD void search(Block& block) const
  {
    auto&& seen = block.shared(member<&shared_storage::seen>{});
    block.first_thread([&](thread) { seen = 0u; });
    block.each_thread([&](auto t) {
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

  /// The items of a thread on which sources may lie. Only blocks with a source near their points call it, so that its
  /// loops are not unrolled.
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

  /// Writes the sums of a thread. Sums that are not finite, and those of points on which sources may lie, are computed
  /// again.
  template <class Thread, class Tile>
  GRIDFOLD_HD void write(index3 at, Thread t, const Tile& tile, bool may_lie_on_points) const
  {
    item_set<coarsening::items> unresolved;
    if (may_lie_on_points) unresolved = items_on_sources(at, t);
    unrolled<coarsening::y, coarsening::x>(t, [&](int j, int i) {
      const auto value = get_lane(tile.sum[j][i / Tile::width].value(), i % Tile::width);
      if (!is_finite(value)) unresolved.insert(j * coarsening::x + i);
      if (!unresolved.contains(j * coarsening::x + i)) store(at.z, row(at, t, j), column(at, t, i), value);
    });
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
  GRIDFOLD_HD void store(std::int64_t k, std::int64_t j, std::int64_t i, Value value) const
  {
    if (!inside(j, i)) return;
    using element = typename Out::value_type;
    if (add)
      out(k, j, i) += static_cast<element>(value);
    else
      out(k, j, i) = static_cast<element>(value);
  }

  /// Computes and writes the sum of one point again, with the cases for sources on it.
  GRIDFOLD_HD void resolve(std::int64_t k, std::int64_t j, std::int64_t i) const
  {
    if (!inside(j, i)) return;
    const packed3<T> at = where.at(i, j, k);
    careful_sum<typename Variant::accumulation, T, Interaction, reads_all_sources<Variant>> sum(pair, at,
                                                                                                where.on_point_r2(at));
    const int size = static_cast<int>(sources.extent(0));
    GRIDFOLD_UNROLL_BY(1)
    for (int s = 0; s < size; ++s) sum.add(sources(s));
    store(k, j, i, sum.value());
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
