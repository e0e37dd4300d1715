// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A counting sort of particles into cells, stable: count the particles of each cell, add up the counts, assign places,
/// restore the order within cells. Also the kernels before and after a sort of cell numbers. A thread owns a particle,
/// or some cells.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Common base of the sort's kernels: a thread for each particle.
struct thread_per_particle {
  using block_shape = gridfold::block<256>;
  using shared_storage = nothing_shared;

  static shape3 grid(std::int64_t particles) { return {ceil_div(particles, block_shape::threads), 1, 1}; }

  /// Calls f(thread, number of its particle) for each thread that has a particle.
  template <class Block, class F>
  static GRIDFOLD_HD void each_thread_with_particle(Block& block, int particles, F f)
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank;
      if (i < particles) f(t, static_cast<int>(i));
    });
  }
  /// Calls f(number of its particle) for each thread that has a particle.
  template <class Block, class F>
  static GRIDFOLD_HD void each_particle(Block& block, int particles, F f)
  {
    each_thread_with_particle(block, particles, [&](const auto&, int i) { f(i); });
  }
};

/// Finds every particle's cell, and gives it a slot in the cell, in no particular order.
template <class T, class Boundary, class Particles, class Ints>
struct count_in_cells : thread_per_particle {
  cell_axes<T, Boundary> axes;
  Particles particles;
  Ints count, cell, slot;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    each_particle(block, static_cast<int>(particles.extent(0)), [&](int i) {
      const int c = axes.cell_of(axes.wrapped(gridfold::kernel::place_of(particles(i))));
      cell(i) = c;
      slot(i) = gridfold::atomically(count(c)).fetch_add(1);
    });
  }
};

/// The counts of a block's bins.
struct bins_of_block {
  using block_shape = gridfold::block<256>;
  static constexpr int items = 8, bins = block_shape::threads * items;

  static shape3 grid(std::int64_t counts) { return {ceil_div(counts, bins), 1, 1}; }

  /// The first of a thread's bins, which are neighbours.
  static GRIDFOLD_HD int first(index3 block, thread t) { return static_cast<int>(block.x) * bins + t.rank * items; }
};

/// Adds up the counts of each block's bins.
template <class Ints>
struct add_up_counts : bins_of_block {
  struct shared_storage {
    int total;
  };
  Ints count, of_block;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& total = block.shared(member<&shared_storage::total>{});
    block.first_thread([&](auto) { total = 0; });
    block.each_thread([&](auto t) {
      int sum = 0;
      for (int c = first(block.index(), t), i = 0; i < items && c + i < count.extent(0); ++i) sum += count(c + i);
      if (sum != 0) gridfold::atomically(total).fetch_add(sum);
    });
    block.first_thread([&](auto) { of_block(static_cast<int>(block.index().x)) = total; });
  }
};

/// Finds the first element of each bin: the sum of all counts before it.
template <class Ints>
struct find_begins : bins_of_block {
  struct shared_storage {
    int before;  ///< the sum of the counts of earlier blocks
    alignas(16) int of_thread[block_shape::threads];
  };
  Ints count, of_block, begin;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& before = block.shared(member<&shared_storage::before>{});
    auto&& of_thread = block.shared(member<&shared_storage::of_thread>{});
    auto counts = block.template per_thread<view::array<int, items>>();
    block.first_thread([&](auto) { before = 0; });
    block.each_thread([&](auto t) {
      view::array<int, items> of_bin = {};
      int sum = 0;
      GRIDFOLD_UNROLL
      for (int i = 0; i < items; ++i) {
        const int c = first(block.index(), t) + i;
        if (c < count.extent(0)) of_bin.element[i] = count(c);
        sum += of_bin.element[i];
      }
      counts[t] = of_bin;
      of_thread[t.rank] = sum;
      int earlier = 0;
      for (int b = t.rank; b < static_cast<int>(block.index().x); b += block_shape::threads) earlier += of_block(b);
      if (earlier != 0) gridfold::atomically(before).fetch_add(earlier);
    });
    block.each_thread([&](auto t) {
      const view::array<int, items> of_bin = counts[t];
      int sum = before + sum_before(of_thread, t);
      GRIDFOLD_UNROLL
      for (int i = 0; i < items; ++i) {
        const int c = first(block.index(), t) + i;
        if (c < begin.extent(0)) begin(c) = sum;
        sum += of_bin.element[i];
      }
    });
  }

 private:
  /// The sum of the values of all lower threads. The lanes of a warp read common vectors.
  template <class Values>
  static GRIDFOLD_HD int sum_before(const Values& of_thread, thread t)
  {
    constexpr int width = 4;
    const int end = (t.rank / warp_threads + 1) * warp_threads;
    int sum = 0;
    for (int other = 0; other < end; other += width) {
      using view::load_array;
      const auto values = load_array<width>(of_thread + other);
      GRIDFOLD_UNROLL
      for (int e = 0; e < width; ++e) sum += other + e < t.rank ? values.element[e] : 0;
    }
    return sum;
  }
};

/// Stores the particles' numbers in their cells, in slot order.
template <class Ints>
struct take_slots : thread_per_particle {
  Ints begin, cell, slot, member;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    each_particle(block, static_cast<int>(cell.extent(0)), [&](int i) {
      const int c = cell(i), first = begin(c);
      member(first + slot(i)) = i;
    });
  }
};

/// The order of particles in a cell: as given.
struct order_given {
  [[nodiscard]] GRIDFOLD_HD bool is_before(int a, int b) const { return a < b; }
};

/// The order of particles in a cell: by numbers; equal numbers stay as given.
template <class Numbers>
struct order_of_numbers {
  Numbers number;

  [[nodiscard]] GRIDFOLD_HD bool is_before(int a, int b) const
  {
    const auto of_a = number(a), of_b = number(b);
    return of_a < of_b || (of_a == of_b && a < b);
  }
};

/// Copies each particle to its rank in its cell: the number of the cell's particles that precede it. The time grows
/// with the square of the number of particles in a cell.
template <class T, class Boundary, class Particles, class Ints, class Sorted, class Order = order_given>
struct order_in_cells : thread_per_particle {
  cell_axes<T, Boundary> axes;
  Particles particles;
  Ints begin, cell, member, index;
  Sorted sorted;
  Order order;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const int all = static_cast<int>(particles.extent(0));
    each_thread_with_particle(block, all, [&](auto t, int s) {
      const int i = member(s), c = cell(i);
      const int first = begin(c), last = c < axes.count() ? static_cast<int>(begin(c + 1)) : all;
      int place = first;
      unrolled_by<4>(t, first, last, [&](int other) { place += order.is_before(member(other), i) ? 1 : 0; });
      index(place) = i;
      const auto particle = particles(i);
      sorted(place) = gridfold::kernel::moved_to(particle, axes.wrapped(gridfold::kernel::place_of(particle)));
    });
  }
};

/// Finds every particle's cell, and numbers the particles.
template <class T, class Boundary, class Particles, class Ints>
struct number_cells : thread_per_particle {
  cell_axes<T, Boundary> axes;
  Particles particles;
  Ints cell, number;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    each_particle(block, static_cast<int>(particles.extent(0)), [&](int i) {
      cell(i) = axes.cell_of(axes.wrapped(gridfold::kernel::place_of(particles(i))));
      number(i) = i;
    });
  }
};

/// Finds the first particle of each bin by bisection of the sorted cell numbers. The time does not depend on the number
/// of empty bins. A thread owns a bin.
template <class Ints>
struct find_begins_of_sorted : thread_per_particle {
  Ints cell, begin;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    each_particle(block, static_cast<int>(begin.extent(0)), [&](int bin) {
      int first = 0, last = static_cast<int>(cell.extent(0));
      while (first < last) {
        const int middle = first + (last - first) / 2;
        if (cell(middle) < bin)
          first = middle + 1;
        else
          last = middle;
      }
      begin(bin) = first;
    });
  }
};

/// Copies the particles in the order of their cells. `number` and `index` may be one array.
template <class T, class Boundary, class Particles, class Ints, class Sorted>
struct move_to_cells : thread_per_particle {
  cell_axes<T, Boundary> axes;
  Particles particles;
  Ints number, index;
  Sorted sorted;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    each_particle(block, static_cast<int>(number.extent(0)), [&](int s) {
      const int i = number(s);
      index(s) = i;
      const auto particle = particles(i);
      sorted(s) = gridfold::kernel::moved_to(particle, axes.wrapped(gridfold::kernel::place_of(particle)));
    });
  }
};

/// Gathers elements: to[s] = from[index[s]].
template <class From, class Ints, class To>
struct take_by_index : thread_per_particle {
  From from;
  Ints index;
  To to;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    each_particle(block, static_cast<int>(index.extent(0)), [&](int s) { to(s) = from(index(s)); });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
