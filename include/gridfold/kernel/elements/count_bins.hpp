// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The histogram: a thread owns inputs and adds to the count of the bin of each. A block counts in shared memory and
/// then adds to all counts (exchange_shared), or adds each input to the counts in global memory (exchange_global).
/// Source: Kirk, Hwu and El Hajj, Programming Massively Parallel Processors, 4th ed., chapter 9 (privatization,
/// coarsening).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/exchange.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/vectorized_view.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In: a one-dimensional view; Counts: an atomic one of Bins::count integers, which the kernel adds to.
template <class Variant, class In, class Bins, class Counts>
struct count_bins {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using element = typename In::value_type;
  using user_call = exec::function_call<Bins, element>;
  static constexpr bool in_shared = !Variant::exchange::in_global;
  static constexpr int threads = block_shape::threads, width = Variant::vectors::width;
  /// Vectors that a thread loads together, and the number of its rounds.
  static constexpr int items = Variant::coarsening::x, rounds = Variant::coarsening::y;

  struct private_counts {
    unsigned of_block[static_cast<std::size_t>(Bins::count)];
  };
  using shared_storage = std::conditional_t<in_shared, private_counts, nothing_shared>;

  view::vectorized_view<In, width> in;
  Bins bins;
  Counts counts;

  /// The grid for this many vectors of the input.
  [[nodiscard]] shape3 grid() const
  {
    const std::int64_t blocks = ceil_div(in.count(), threads * items * rounds);
    return {blocks < 1 ? 1 : blocks, 1, 1};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t b = block.index().x;
    if constexpr (in_shared) {
      auto&& of_block = block.shared(member<&private_counts::of_block>{});
      block.each_thread([&](auto t) {
        for_each_bin(t, [&](int bin) {
          if (bin < Bins::count) of_block[bin] = 0u;
        });
      });
      block.each_thread([&](auto t) { count(b, t, [&](int bin) { gridfold::atomically(of_block[bin]) += 1u; }); });
      block.each_thread([&](auto t) {
        for_each_bin(t, [&](int bin) {
          const unsigned found = bin < Bins::count ? of_block[bin] : 0u;
          if (found != 0u) counts(bin) += static_cast<typename Counts::value_type>(found);
        });
      });
    } else {
      block.each_thread([&](auto t) { count(b, t, [&](int bin) { counts(bin) += typename Counts::value_type(1); }); });
    }
  }

 private:
  /// Calls use(bin) for a thread's bins; the last one may not exist. The loop has equal length for all threads:
  /// unrolled loops of different lengths have different remainders, which separates neighbouring lanes.
  template <class Use>
  static GRIDFOLD_HD void for_each_bin(auto t, Use use)
  {
    each_from_to(t, 0, static_cast<int>(Bins::count - 1) / threads, [&](int n) { use(t.rank + n * threads); });
  }

  /// Calls add(bin) for each of a thread's elements.
  template <class Add>
  GRIDFOLD_HD void count(std::int64_t b, auto t, Add add) const
  {
    GRIDFOLD_UNROLL_BY(1)
    for (int r = 0; r < rounds; ++r) count_round((b * rounds + r) * (threads * items), t, add);
    if (b != 0) return;
    GRIDFOLD_UNROLL_BY(1)
    for (std::int64_t n = t.rank; n < in.rest(); n += threads) add_to_bin(in.rest(n), add);
  }

  /// All loads of a round precede its first addition, so that they are in flight together. Warps in different rounds
  /// overlap loads and additions.
  template <class Add>
  GRIDFOLD_HD void count_round(std::int64_t first, auto t, Add add) const
  {
    const auto vector = [&](int m) { return first + item_of<typename variant::assignment, threads, items>(t.rank, m); };
    view::array<element, width> in_registers[items] = {};
    unrolled<items>(t, [&](int m) {
      if (vector(m) < in.count()) in_registers[m] = in(vector(m));
    });
    unrolled<items, width>(t, [&](int m, int e) {
      if (vector(m) < in.count()) add_to_bin(in_registers[m].element[e], add);
    });
  }

  template <class Add>
  GRIDFOLD_HD void add_to_bin(const element& value, Add add) const
  {
    const int bin = bins(value);
    if (0 <= bin && bin < Bins::count) add(bin);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
