// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum with a cutoff by bins of fixed capacity: a block owns a tile of lattice points and loads a bin of each cell
/// from a list of cells that all blocks share. Source: Parboil's CUTCP (Stratton et al., Parboil: a revised benchmark
/// suite, 2012); Kirk, Hwu and El Hajj, Programming Massively Parallel Processors, 4th ed., chapter 18 (cutoff
/// binning).
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_offsets.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/kernel/cells/cell_sum.hpp>
#include <gridfold/view/as_view.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The shared memory of a block.
template <class Variant, class T, class Boundary>
struct gather_bins_storage {
  static constexpr int threads = Variant::block::threads, bins = threads / Variant::input::capacity;
  source<T> tile[threads];  ///< the bins, one after another
  alignas(16) int sizes[bins];
  source_range<T, Boundary> overflow[threads];  ///< sources beyond their bin's capacity
  point_marks<Variant> marks;
};

/// Input `source_bins<Capacity>`: the first `Capacity` sources of a cell are its bin. Groups of `Capacity` threads load
/// a bin each to shared memory, then every thread adds all of them to its points. Sources beyond the capacity are
/// listed in shared memory; they are added when the list is full, and at the end.
///
/// Sum: a cell_sum (kernel/cells/cell_sum.hpp), whose sum_tile sets up a block's points, calls gather and writes sums
template <class Sum>
struct gather_bins : Sum {
  using Sum::cells, Sum::axes, Sum::pair, Sum::sources, Sum::threads, Sum::sources_at_once;
  using typename Sum::boundary, typename Sum::number, typename Sum::points, typename Sum::range;
  using T = number;
  static constexpr int capacity = Sum::variant::input::capacity, bins = threads / capacity;
  /// Number of bin sizes that are read as one vector.
  static constexpr int sizes_at_once = bins % 4 == 0 ? 4 : bins % 2 == 0 ? 2 : 1;

  using shared_storage = gather_bins_storage<typename Sum::variant, T, boundary>;

  cell_offsets offsets;

  /// The offsets for a sum. Throws `error` for more offsets than there is room for.
  static cell_offsets offsets_of(const cell_box<boundary>& box, const Sum& sum)
  {
    const lattice& where = sum.axes.where;
    const auto extent = [](double spacing, std::int64_t tile, std::int64_t shape) {
      return static_cast<double>(std::min(tile, shape) - 1) * spacing;
    };
    // The cell of the first point, of a source and of its image each has an error of one margin.
    return offsets_in_reach(
        box,
        {extent(where.spacing.x, points::columns, where.shape.x), extent(where.spacing.y, points::rows, where.shape.y),
         extent(where.spacing.z, points::planes, where.shape.z)},
        static_cast<double>(sum.reach.distance) +
            3 * core::growth_of_rounding(box) * static_cast<double>(sum.reach.margin));
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& marks = block.shared(member<&shared_storage::marks>{});
    this->sum_tile(block, marks, [&](const point_bounds<T>& box, auto& tiles) { gather(block, box, tiles); });
  }

 private:
  using Sum::mark_points, Sum::sources_of;

  template <class Block, class Tiles>
  GRIDFOLD_HD void gather(Block& block, const point_bounds<T>& box, Tiles& tiles) const
  {
    auto&& overflow = block.shared(member<&shared_storage::overflow>{});
    int listed = 0;
    for (int first = 0; first < offsets.count; first += bins) {
      listed = block.template append<range>(overflow, listed, [&](auto t, range& rest) {
        const int n = first + t.rank / capacity;
        rest = this->sources_of(t, n < offsets.count ? this->cell_at(offsets.all[n], box) : no_cell);
        load(block, t, rest, box);
        rest.begin += capacity;
        return t.rank % capacity == 0 && rest.begin < rest.end;
      });
      add_bins(block, tiles);
      if (listed + bins <= threads) continue;
      add_overflow(block, listed, box, tiles);
      listed = 0;
    }
    add_overflow(block, listed, box, tiles);
  }

  using one_cell = cells_of_row<T, boundary>;
  static constexpr one_cell no_cell{0, -1};

  /// The cell at an offset from the cell of a box's first point, if it exists. If the first point lies outside of an
  /// open box, the nearest cell replaces its own, as it does for sources there.
  [[nodiscard]] GRIDFOLD_HD one_cell cell_at(cell_offset by, const point_bounds<T>& box) const
  {
    if constexpr (boundary::is_periodic) {
      const packed3<T> along = cells.along_vectors(box.low);
      const int i = static_cast<int>(cells.x.unbounded(along.x)) + by.x,
                j = static_cast<int>(cells.y.unbounded(along.y)) + by.y,
                k = static_cast<int>(cells.z.unbounded(along.z)) + by.z;
      const int x = period(i, cells.x.cells), y = period(j, cells.y.cells), z = period(k, cells.z.cells);
      const int cell = cells.number(i - x * cells.x.cells, j - y * cells.y.cells, k - z * cells.z.cells);
      return {cell, cell, cells.periods(T(x), T(y), T(z))};
    } else {
      const int i = cells.x.bounded(box.low.x) + by.x, j = cells.y.bounded(box.low.y) + by.y,
                k = cells.z.bounded(box.low.z) + by.z;
      if (i < 0 || i >= cells.x.cells || j < 0 || j >= cells.y.cells || k < 0 || k >= cells.z.cells) return no_cell;
      const int cell = cells.number(i, j, k);
      return {cell, cell};
    }
  }

  /// Loads a thread's source of a bin; `from` is the range of the bin.
  template <class Block>
  GRIDFOLD_HD void load(Block& block, thread t, const range& from, const point_bounds<T>& box) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& sizes = block.shared(member<&shared_storage::sizes>{});
    auto&& marks = block.shared(member<&shared_storage::marks>{});
    const int n = t.rank % capacity, rest = from.end - from.begin;
    if (n == 0) sizes[t.rank / capacity] = rest < 0 ? 0 : rest < capacity ? rest : capacity;
    if (n >= rest) return;
    const source<T> own = from.moved(view::load_neighbours<1>(sources, from.begin + n).element[0]);
    view::store_element(tile + t.rank, own);
    mark_points(own, box, block.index(), marks);
  }

  /// Adds the sources of all bins in shared memory.
  template <class Block, class Tiles>
  GRIDFOLD_HD void add_bins(Block& block, Tiles& tiles) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& sizes = block.shared(member<&shared_storage::sizes>{});
    block.each_thread([&](auto t) {
      const auto stage = as_view(tile, threads);
      auto own = tiles[t];
      for (int first = 0; first < bins; first += sizes_at_once) {
        using view::load_in_place;
        const auto size = load_in_place<sizes_at_once>(sizes + first);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int n = 0; n < sizes_at_once; ++n) {
          const int bin = (first + n) * capacity;
          GRIDFOLD_UNROLL_BY(sources_at_once)
          for (int s = bin; s < bin + size.element[n]; ++s) own.add(stage(s), pair);
        }
      }
      tiles[t] = own;
    });
  }

  template <class Overflow>
  static GRIDFOLD_HD range listed_range(const Overflow& overflow, int n)
  {
    using view::load_in_place;
    return load_in_place<1>(overflow + n).element[0];
  }

  /// Adds the listed sources, one bin at a time.
  template <class Block, class Tiles>
  GRIDFOLD_HD void add_overflow(Block& block, int listed, const point_bounds<T>& box, Tiles& tiles) const
  {
    auto&& overflow = block.shared(member<&shared_storage::overflow>{});
    for (int first = 0; first < listed; first += bins)
      for (int offset = 0, longest = 1; offset < longest; offset += capacity) {
        for (int b = 0; b < bins && first + b < listed; ++b) {
          const range of = listed_range(overflow, first + b);
          if (of.end - of.begin > longest) longest = of.end - of.begin;
        }
        block.each_thread([&](auto t) {
          const int n = first + t.rank / capacity;
          range of = n < listed ? listed_range(overflow, n) : range{};
          of.begin += offset;
          load(block, t, of, box);
        });
        add_bins(block, tiles);
      }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
