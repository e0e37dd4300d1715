// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The reduction: each thread reduces vectors of the input, each block combines its threads' partial results, and
/// blocks are combined by gathering (the last block to finish) or by scattering (atomics). Source: Fan, CUDA
/// Programming, ch. 8 and 9.
///
/// Barriers are at the ends of each_thread and first_thread (exec/block.hpp). The policy `exchange` selects the memory
/// through which the threads of a block combine their results (policy/exchange.hpp); `accumulation` selects how two
/// results are combined (policy/accumulator.hpp). The results of blocks go through the workspace in global memory,
/// `workspace`.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/accumulator.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/vectorized_view.hpp>
#include <memory>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The workspace, in global memory: one partial result per block, the number of blocks that have stored it (`arrived`),
/// and for exchange_global one partial result per thread.
template <class Partials, class Counter>
struct reduce_workspace {
  Partials of_block{}, of_thread{};
  Counter arrived{};
};

/// The shared memory of a block.
template <class Variant, class Partial>
struct shared_partials {
  typename Variant::exchange::template combination<typename Variant::block, Partial>::storage partials;
  bool last;
};

template <class T>
concept number = std::is_arithmetic_v<T>;

/// Atomically combines a value into an element.
template <number T>
GRIDFOLD_HD void combine_atomically(const atomic_element<T>& to, const sum&, T value)
{
  to += value;
}
template <number T>
GRIDFOLD_HD void combine_atomically(const atomic_element<T>& to, const minimum&, T value)
{
  to.fetch_min(value);
}
template <number T>
GRIDFOLD_HD void combine_atomically(const atomic_element<T>& to, const maximum&, T value)
{
  to.fetch_max(value);
}
template <class T, class Op>
GRIDFOLD_HD void combine_atomically(const atomic_element<T>& to, const Op& op, T value)
{
  to.update([&](T old) { return op(old, value); });
}

/// Sets *out to the reduction of the input. The input's vectors are split into tiles of (threads per block) *
/// coarsening::x; block b processes tiles b, b + blocks, b + 2*blocks, ..., so that concurrent blocks access
/// neighbouring memory. The order of operations depends only on the input's size and alignment, the variant and the
/// number of blocks.
template <class Variant, class In, class Op, class Out, class Workspace>
struct reduce_blocks {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using element = typename In::value_type;
  using user_call = exec::function_call<Op, element, element>;
  using result = typename std::pointer_traits<Out>::element_type;
  using fold_type = policy::accumulator<Op, typename Variant::accumulation, element>;
  using partial = typename fold_type::partial;
  using combining = typename Variant::exchange::template combination<typename Variant::block, partial>;
  using shared_storage = shared_partials<Variant, partial>;
  static constexpr bool uses_dynamic_shared = Variant::exchange::uses_dynamic_shared;

  static constexpr int threads = block_shape::threads;
  static constexpr int items = Variant::coarsening::x, width = Variant::vectors::width;

  view::vectorized_view<In, width> in;
  Out out;
  fold_type fold;
  Workspace workspace;
  int blocks;

  /// The number of blocks for n elements, at most `most`.
  static int blocks_for(std::int64_t n, int most)
  {
    const std::int64_t tiles = ceil_div(n / width, threads * items);
    return tiles < 1 ? 1 : tiles < most ? static_cast<int>(tiles) : most;
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const int b = static_cast<int>(block.index().x);
    auto partials = block.template per_thread<partial>();
    block.each_thread([&](auto t) { partials[t] = part_of(b, t); });
    combine(block, partials);
    if constexpr (!Variant::decomposition::owns_outputs)
      block.first_thread([&](auto t) {
        gridfold::kernel::combine_atomically(gridfold::atomically(*out), fold.op,
                                             static_cast<result>(fold.value(partials[t])));
      });
    else
      gather_blocks(block, partials);
  }

 private:
  /// The block that increments `arrived` last combines the partial results of all blocks in a fixed order and writes
  /// the output, without a second launch.
  template <class Block, class Partials>
  GRIDFOLD_HD void gather_blocks(Block& block, Partials& partials) const
  {
    if (blocks > 1) {
      auto&& last = block.shared(member<&shared_storage::last>{});
      block.first_thread([&](auto t) { last = arrives_last(static_cast<int>(block.index().x), partials[t]); });
      if (!last) return;
      block.each_thread([&](auto t) { partials[t] = part_of_blocks(t); });
      combine(block, partials);
    }
    block.first_thread([&](auto t) { *out = static_cast<result>(fold.value(partials[t])); });
  }

  template <class Block, class Partials>
  GRIDFOLD_HD void combine(Block& block, Partials& partials) const
  {
    const auto in_global = workspace.of_thread + (Variant::exchange::in_global ? block.index().x * threads : 0);
    combining::combine(block, block.shared(member<&shared_storage::partials>{}), partials, fold, in_global);
  }

  /// Stores a block's partial result and increments `arrived`; returns true in the last block. The last increment wraps
  /// `arrived` to 0 for the next reduction. The fences order the store and the loads of part_of_blocks around the
  /// increment.
  GRIDFOLD_HD bool arrives_last(int b, const partial& part) const
  {
    workspace.of_block[b] = part;
    view::memory_fence();
    const auto before = static_cast<unsigned>(blocks - 1);
    const bool last = gridfold::atomically(*workspace.arrived).fetch_increment(before) == before;
    view::memory_fence();
    return last;
  }

  /// Combines the partial results of one thread's share of the blocks, in the last block. All loads precede their use,
  /// so that many are in flight, because no other block is left to hide latency.
  GRIDFOLD_HD partial part_of_blocks(thread t) const
  {
    constexpr int at_once = 16;
    partial part = fold.empty();
    for (std::int64_t first = t.rank; first < blocks; first += at_once * threads) {
      partial of_block[at_once];
      const auto number = [&](int m) { return first + m * threads; };
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int m = 0; m < at_once; ++m) {
        of_block[m] = fold.empty();
        if (number(m) < blocks) of_block[m] = workspace.of_block[number(m)];
      }
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int m = 0; m < at_once; ++m)
        if (number(m) < blocks) {
          policy::keep_branch();
          fold.merge(part, of_block[m]);
        }
    }
    return part;
  }

  /// Reduces a thread's elements: its vectors in the tiles of block b and, in the last block of the grid, its share of
  /// the elements outside of vectors.
  GRIDFOLD_HD partial part_of(int b, auto t) const
  {
    partial part = fold.empty();
    constexpr std::int64_t tile = threads * items;
    for (std::int64_t first = b * tile; first < in.count(); first += blocks * tile) {
      if (first + tile <= in.count())
        add_tile<true>(part, first, t);
      else
        add_tile<false>(part, first, t);
    }
    if (b == blocks - 1) {
      GRIDFOLD_UNROLL_BY(1)
      for (std::int64_t i = t.rank; i < in.rest(); i += threads) fold.add(part, in.rest(i));
    }
    return part;
  }

  template <bool Whole>
  GRIDFOLD_HD void add_tile(partial& part, std::int64_t first, auto t) const
  {
    view::array<element, width> item[items] = {};
    const auto index = [&](int m) { return first + item_of<typename variant::assignment, threads, items>(t.rank, m); };
    unrolled<items>(t, [&](int m) {
      if (Whole || index(m) < in.count()) item[m] = in(index(m));
    });
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < width; ++e)
        if (Whole || index(m) < in.count()) {
          if constexpr (!Whole) policy::keep_branch();
          fold.add(part, item[m].element[e]);
        }
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
