// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum by gathering: a thread owns points, of a lattice or of a list, and reads every source. Source: Kirk, Hwu and
/// El Hajj, 4th ed., Figs. 18.6, 18.8 and 18.10, extended to coarsening in two dimensions.
///
/// A block owns a rectangle of points in one plane: its threads times the coarsening, in x and in y. Each thread keeps
/// its points and their sums in registers, adds every source to them, and writes each sum once. Points beyond the edge
/// of the lattice are computed but not written. A thread's points and their sums are in kernel/sum/lattice_tile.hpp (of
/// a list: kernel/sum/point_list.hpp), the assignment of points to threads in kernel/sum/owned_points.hpp, and the
/// reading of sources in the memory space, such as policy/shared.hpp. Only tiles of sources and one flag pass through
/// shared memory. Barriers are at the ends of each_thread and first_thread (exec/block.hpp).
///
/// The loop over pairs has no case for a source on a point. Such points are found after it, and their sums are computed
/// again (kernel/sum/points_on_sources.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/kernel/sum/interaction_call.hpp>
#include <gridfold/kernel/sum/item_set.hpp>
#include <gridfold/kernel/sum/lattice_tile.hpp>
#include <gridfold/kernel/sum/owned_points.hpp>
#include <gridfold/kernel/sum/points_on_sources.hpp>
#include <gridfold/kernel/sum/slices.hpp>
#include <gridfold/kernel/sum/source_search.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The shared memory of a gather: tiles of sources, a flag if each block searches for sources on its points, and
/// `Parts` numbers of each thread if slices are added.
template <class Variant, class T, bool Searches, int Parts>
struct gather_storage {
  using slices = source_slices<Variant>;
  using tiles = typename Variant::input::template storage<source<T>, Variant::stages::count>;
  using one_slice = std::conditional_t<Searches, with_flag<tiles>, tiles>;
  using type = std::conditional_t<(slices::count > 1),
                                  with_slices<one_slice, T, Parts, (slices::count - 1) * slices::threads>, one_slice>;
};

/// Whether one launch reads all sources, which infinities at points on sources require.
template <class Variant>
inline constexpr bool reads_all_sources = Variant::input::per_launch == most_inputs;

/// Sources: a one-dimensional view; Where: a lattice (kernel/sum/source_search.hpp) or a point_list; Out: a view of
/// (z, y, x), which a launch overwrites, or adds to if `add` is set.
template <class Variant, class T, class Sources, class Where, class Out, class Interaction>
struct gather_sum {
  using variant = Variant;
  using user_call = interaction_call<Interaction, T>;
  /// Registers per thread: 168 with 384 resident threads, enough for 48 float sums. Doubles take two registers each and
  /// get 255, the maximum, with 256 threads.
  static constexpr int min_resident_threads = sizeof(T) == 8 ? 256 : 384;
  using coarsening = typename Variant::coarsening;
  using block_shape = typename Variant::block;
  using points = owned_points<Variant>;
  using slices = source_slices<Variant>;
  static constexpr bool searches = is_block_searched<Where>;
  static constexpr int parts = Where::template tile<Variant, T>::parts;
  using shared_storage = typename gather_storage<Variant, T, searches, parts>::type;

  Sources sources;
  Where where;
  Out out;
  Interaction pair;
  bool add;
  launch_order order;

  /// The grid for a lattice of this shape.
  static shape3 grid(shape3 shape) { return points::grid(shape); }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    using widest = policy::sum_of<typename Variant::accumulation, T>;
    using lanes = typename Block::template lanes<T, slices::count == 1 ? coarsening::x : 1, widest>;
    auto tiles = block.template per_thread<typename Where::template tile<Variant, lanes>>();
    block.each_thread([&](auto t) { init(block.index(), t, tiles[t]); });
    Variant::input::template for_each_stage<Variant::stages::count>(block, sources, [&](auto t, const auto& stage) {
      auto local = tiles[t];
      const int size = static_cast<int>(stage.extent(0));
      const int begin = slices::begin(t, size), end = slices::end(begin, size);
      GRIDFOLD_UNROLL_BY(sources_at_once<coarsening>)
      for (int s = begin; s < end; ++s) local.add(stage(s), pair);
      tiles[t] = local;
    });
    if constexpr (slices::count > 1)
      slices::template add<parts>(block, block.shared(member<&shared_storage::given>{}), tiles);
    if constexpr (searches) kernel::search_sources<points, T>(block, sources, where);
    if (order.follows) block.wait_for_previous_launch();
    block.each_thread([&](auto t) {
      if (slices::is_first(t)) write(block.index(), t, tiles[t], may_lie_on_points(block, tiles[t]));
    });
  }

 private:
  template <class Tile>
  GRIDFOLD_HD void init(index3 at, thread t, Tile& tile) const
  {
    tile.init(
        where, [&](int i) { return points::column(at, t, i); }, [&](int j) { return points::row(at, t, j); }, at.z);
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

  /// Writes the sums of a thread. Recomputes sums that are not finite, and sums at points on which sources may lie.
  template <class Tile>
  GRIDFOLD_HD void write(index3 at, auto t, const Tile& tile, bool may_lie_on_points) const
  {
    item_set<coarsening::items> unresolved;
    if (may_lie_on_points) unresolved = kernel::items_on_sources<points, T>(sources, where, at, t);
    unrolled<coarsening::y, coarsening::x>(t, [&](int j, int i) {
      const auto value = get_lane(tile.sum[j][i / Tile::width].value(), i % Tile::width);
      if (!is_finite(value)) unresolved.insert(j * coarsening::x + i);
      if (!unresolved.contains(j * coarsening::x + i))
        store(at.z, points::row(at, t, j), points::column(at, t, i), value);
    });
    if (unresolved.empty()) return;
    for (int item = 0; item < coarsening::items; ++item)
      if (unresolved.contains(item))
        resolve(at.z, points::row(at, t, item / coarsening::x), points::column(at, t, item % coarsening::x));
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

  /// Recomputes and writes the sum of one point.
  GRIDFOLD_HD void resolve(std::int64_t k, std::int64_t j, std::int64_t i) const
  {
    if (!inside(j, i)) return;
    store(k, j, i,
          kernel::sum_with_cases<typename Variant::accumulation, T, reads_all_sources<Variant>>(sources, where, pair, i,
                                                                                                j, k));
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
