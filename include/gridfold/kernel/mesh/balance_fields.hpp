// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Changes the fields at charges so that the forces add up to zero. The first launch sums the forces, the second
/// changes the fields.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The sum of forces, and of squared charges.
struct force_sum {
  double x, y, z, squares;

  GRIDFOLD_HD void add(const force_sum& other)
  {
    x += other.x;
    y += other.y;
    z += other.z;
    squares += other.squares;
  }
};

/// Common base of both kernels: a block owns a range of the sources, a thread every 256th of them.
struct forces_of_block {
  using block_shape = gridfold::block<256>;
  static constexpr int threads = block_shape::threads, items = 16, warps = threads / warp_threads;

  static shape3 grid(std::int64_t sources) { return {ceil_div(sources, threads * items), 1, 1}; }

  /// Sets the first thread's sum to the sum over all threads, in a fixed order.
  template <class Block, class Warps, class Sums>
  static GRIDFOLD_HD void add_up(Block& block, Warps&& of_warp, Sums& sums)
  {
    block.warp_reduce(sums, [](force_sum& to, const force_sum& other) { to.add(other); });
    block.each_thread([&](auto t) {
      if (t.rank % warp_threads == 0) of_warp[t.rank / warp_threads] = sums[t];
    });
    block.first_thread([&](auto t) {
      force_sum sum{};
      for (int w = 0; w < warps; ++w) sum.add(of_warp[w]);
      sums[t] = sum;
    });
  }

  /// Calls f(number) for each of a thread's sources.
  template <class Block, class Thread, class F>
  static GRIDFOLD_HD void each_source(Block& block, Thread t, int sources, F f)
  {
    unrolled<items>(t, [&](int n) {
      const std::int64_t s = (block.index().x * items + n) * threads + t.rank;
      if (s < sources) f(static_cast<int>(s));
    });
  }
};

/// Sets of_block(b) to the sum of the forces on block b's sources. Points: points_of_sources; Fields: a view of
/// triples, by original numbers; Sums: a view of force_sum.
template <class Points, class Fields, class Sums>
struct add_up_forces : forces_of_block {
  struct shared_storage {
    force_sum of_warp[warps];
  };
  Points points;
  Fields fields;
  Sums of_block;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto sums = block.template per_thread<force_sum>();
    block.each_thread([&](auto t) {
      force_sum sum{};
      each_source(block, t, points.count(), [&](int s) {
        const auto charge = static_cast<double>(points.charge(s));
        const typename Fields::value_type field = fields(points.number(s));
        sum.add({charge * static_cast<double>(field.x), charge * static_cast<double>(field.y),
                 charge * static_cast<double>(field.z), charge * charge});
      });
      sums[t] = sum;
    });
    add_up(block, block.shared(member<&shared_storage::of_warp>{}), sums);
    block.first_thread([&](auto t) { of_block(static_cast<int>(block.index().x)) = sums[t]; });
  }
};

/// Subtracts from each field the source's charge times (sum of forces / sum of squared charges): the smallest change,
/// in the sum of squares, that makes the forces add up to zero.
template <class Points, class Fields, class Sums>
struct balance_fields : forces_of_block {
  struct shared_storage {
    force_sum of_warp[warps];
    force_sum change;
  };
  Points points;
  Fields fields;
  Sums of_block;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& change = block.shared(member<&shared_storage::change>{});
    auto sums = block.template per_thread<force_sum>();
    block.each_thread([&](auto t) {
      force_sum sum{};
      for (int b = t.rank; b < static_cast<int>(of_block.extent(0)); b += threads) sum.add(of_block(b));
      sums[t] = sum;
    });
    add_up(block, block.shared(member<&shared_storage::of_warp>{}), sums);
    block.first_thread([&](auto t) { change = sums[t]; });
    block.each_thread([&](auto t) {
      const force_sum all = change;
      if (!(all.squares > 0)) return;
      each_source(block, t, points.count(), [&](int s) {
        using triple = typename Fields::value_type;
        using number = decltype(triple::x);
        const double by = static_cast<double>(points.charge(s)) / all.squares;
        const triple field = fields(points.number(s));
        fields(points.number(s)) = triple{static_cast<number>(static_cast<double>(field.x) - by * all.x),
                                          static_cast<number>(static_cast<double>(field.y) - by * all.y),
                                          static_cast<number>(static_cast<double>(field.z) - by * all.z)};
      });
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
