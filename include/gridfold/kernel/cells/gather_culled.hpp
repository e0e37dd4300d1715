// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum with a cutoff from tiles of culled sources: the threads of a block test the sources one by one, box against
/// sphere, and append those within reach to a tile in shared memory. With `cull_by_warp` each warp then culls that tile
/// again, for one part of its points after another. The contribution of a source to a thread's points is in
/// kernel/sum/lattice_tile.hpp, the search for near cells in kernel/cells/cell_rows.hpp. Source: Kirk, Hwu and El Hajj,
/// Programming Massively Parallel Processors, 4th ed., chapter 18.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/kernel/cells/cell_sum.hpp>
#include <gridfold/kernel/sum/lattice_tile.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/view/as_view.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The shared memory of a block: marks of points that sources may lie on; culled sources, of the block and, with
/// cull_by_warp, of each warp; and the ranges that the sources are read from.
template <class Variant, class T, class Boundary>
struct with_tile {
  using kept = typename Variant::input::template element<source<T>>;
  kept tile[Variant::input::tile];
  source_range<T, Boundary> ranges[Variant::block::threads];
  point_marks<Variant> marks;
};
template <class Variant, class T, class Boundary>
struct with_tiles_of_warps : with_tile<Variant, T, Boundary> {
  typename with_tile<Variant, T, Boundary>::kept of_warps[point_tile<Variant>::warps * Variant::input::tile];
};

template <class Variant, class T, class Boundary>
using gather_culled_storage = std::conditional_t<Variant::culling::by_warp, with_tiles_of_warps<Variant, T, Boundary>,
                                                 with_tile<Variant, T, Boundary>>;

/// Sum: a cell_sum (kernel/cells/cell_sum.hpp), whose sum_tile sets up a block's points, calls gather and writes sums.
/// Its input has tiles (policy::tiled_input), each with room for one source per thread, because a block may append one
/// per thread at a time.
template <class Sum>
struct gather_culled : Sum {
  using Sum::sources, Sum::cells, Sum::axes, Sum::pair, Sum::reach, Sum::threads;
  using typename Sum::number, typename Sum::points, typename Sum::range, typename Sum::rows;
  using T = number;
  using input = typename Sum::variant::input;
  using coarsening = typename Sum::coarsening;
  static constexpr int rows_of_part = points::rows_of_part;
  static constexpr bool by_warp = Sum::variant::culling::by_warp;
  /// Threads that read one range together: 128 bytes if sources are floats.
  static constexpr int lanes = threads % 8 == 0 ? 8 : 1, groups = threads / lanes;
  static_assert(input::tile >= threads);

  using shared_storage = gather_culled_storage<typename Sum::variant, T, typename Sum::boundary>;
  using kept = typename shared_storage::kept;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& marks = block.shared(member<&shared_storage::marks>{});
    this->sum_tile(block, marks, [&](const point_bounds<T>& box, auto& tiles) { gather(block, box, tiles); });
  }

 private:
  using Sum::mark_points, Sum::sources_of;

  /// A block's position in the rows in reach: groups of threads read the ranges from `range` on, each from its element
  /// `offset` on.
  struct progress {
    int row = 0, ranges = 0, range = 0, offset = 0, longest = 0;
    bool more = true;
  };

  template <class Block, class Tiles>
  GRIDFOLD_HD void gather(Block& block, const point_bounds<T>& box, Tiles& tiles) const
  {
    const rows nearby(cells, box, reach);
    progress at;
    while (at.more) {
      const int size = fill(block, box, nearby, at);
      if constexpr (by_warp)
        add_by_warp(block, size, tiles);
      else
        block.each_thread([&](auto t) {
          auto&& tile = block.shared(member<&shared_storage::tile>{});
          add_stage<0, coarsening::y>(as_view_of<source<T>>(tile, size), 0, size, tiles[t]);
        });
    }
  }

  /// Adds the elements of a stage from `first` on to `Rows` rows of a thread's items, from row `First` on.
  template <int First, int Rows, class Stage, class Tile>
  GRIDFOLD_HD void add_stage(const Stage& stage, int first, int size, Tile& tile) const
  {
    auto local = tile;
    [[maybe_unused]] constexpr int at_once = sources_at_once<coarsen<coarsening::x, Rows>>;
    GRIDFOLD_UNROLL_BY(at_once)
    for (int s = first; s < first + size; ++s) local.template add<First, Rows>(stage(s), pair);
    tile = local;
  }

  /// Adds each warp's own sources among those of the block's tile, from a part of its points on.
  template <int Part = 0, class Block, class Tiles>
  GRIDFOLD_HD void add_by_warp(Block& block, int size, Tiles& tiles) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& of_warps = block.shared(member<&shared_storage::of_warps>{});
    auto sizes = block.template per_thread<int>();
    const T reach2 = reach.square();
    using view::load_array;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = 0; first < size; first += warp_threads)
      block.template append_by_warp<kept>(of_warps, input::tile, sizes, [&](auto t, kept& from) {
        // A lane without a source reads the last one, which saves a branch.
        const int s = first + t.rank % warp_threads;
        from = load_array<1>(tile + (s < size ? s : size - 1)).element[0];
        return s < size && is_near(static_cast<source<T>>(from),
                                   points::bounds_of_warp(axes, block.index(), t.rank / warp_threads, Part), reach2);
      });
    block.each_thread([&](auto t) {
      add_stage<Part * rows_of_part, rows_of_part>(as_view_of<source<T>>(of_warps, points::warps * input::tile),
                                                   t.rank / warp_threads * input::tile, sizes[t], tiles[t]);
    });
    if constexpr (Part + 1 < points::parts) add_by_warp<Part + 1>(block, size, tiles);
  }

  /// Fills the tile with sources within the cutoff of the box, and returns their number.
  template <class Block>
  GRIDFOLD_HD int fill(Block& block, const point_bounds<T>& box, const rows& nearby, progress& at) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& ranges = block.shared(member<&shared_storage::ranges>{});
    auto&& marks = block.shared(member<&shared_storage::marks>{});
    const T reach2 = reach.square();
    int size = 0;
    while (size + threads <= input::tile) {
      if (at.offset >= at.longest) {
        if (!next_ranges(block, nearby, at)) break;
        continue;
      }
      size = block.template append<kept>(tile, size, [&](auto t, kept& to) {
        const int r = at.range + t.rank / lanes;
        if (r >= at.ranges) return false;
        const range of = loaded(ranges, r);
        const int s = of.begin + at.offset + t.rank % lanes;
        if (s >= of.end) return false;
        const source<T> from = of.moved(view::load_neighbours<1>(sources, s).element[0]);
        to = static_cast<kept>(from);
        mark_points(from, box, block.index(), marks);
        return is_near(from, box, reach2);
      });
      at.offset += lanes;
    }
    return size;
  }

  /// A reference to an element of an array in shared memory.
  template <class Array>
  static GRIDFOLD_HD auto loaded(const Array& from, int i)
  {
    using view::load_in_place;
    return load_in_place<1>(from + i).element[0];
  }

  /// Advances to the next ranges, one for each group of threads; false at the end.
  template <class Block>
  GRIDFOLD_HD bool next_ranges(Block& block, const rows& nearby, progress& at) const
  {
    auto&& ranges = block.shared(member<&shared_storage::ranges>{});
    at.range += groups;
    at.offset = at.longest = 0;
    if (at.range >= at.ranges) {
      at.more = at.row < nearby.count();
      if (!at.more) return false;
      at.range = 0;
      at.ranges = block.template append<range>(ranges, 0, [&](auto t, range& of) {
        if (at.row + t.rank >= nearby.count()) return false;
        of = this->sources_of(t, nearby.row(at.row + t.rank));
        return of.begin < of.end;
      });
      at.row += threads;
    }
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int g = 0; g < groups; ++g) {
      if (at.range + g >= at.ranges) break;
      const range of = loaded(ranges, at.range + g);
      if (of.end - of.begin > at.longest) at.longest = of.end - of.begin;
    }
    return true;
  }

  /// Whether a source is within reach of a box. Rounding may turn no into yes, never yes into no.
  static GRIDFOLD_HD bool is_near(const source<T>& from, const point_bounds<T>& box, T reach2)
  {
    return distance2_to(from, box) < reach2;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
