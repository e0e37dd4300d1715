// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The reduction: every thread folds words of the input, every block combines its threads' partial results, and the
/// blocks' are combined by gathering or by scattering (notes 004).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/atomic>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/combine.hpp>
#include <gridfold/math/accumulator.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/vectorized_view.hpp>
#include <memory>
#include <type_traits>

namespace gridfold
{

/// Where blocks leave what others read: a partial result each, how many have, and one per thread for exchange_global.
template <class Partials, class Counter>
struct reduce_workspace {
  Partials of_block{}, of_thread{};
  Counter arrived{};
};

template <class T>
concept number = std::is_arithmetic_v<T>;

/// Combines a value into an element that other blocks combine theirs into.
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

/// Sets *out to the reduction of the input, a view as `words`. The words are cut into tiles of the block's threads
/// times coarsening::x; block b takes the tiles b, b + blocks, b + 2*blocks, ..., so that all blocks together walk
/// through memory. How the input is split, hence the order of operations, depends on its size, its alignment, the
/// variant and the number of blocks alone.
template <class Variant, class In, class Op, class Out, class Room>
struct reduce_blocks {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using element = typename In::value_type;
  using result = typename std::pointer_traits<Out>::element_type;
  using fold_type = accumulator<Op, typename Variant::accumulation, element>;
  using partial = typename fold_type::partial;
  using combining = combination<typename Variant::exchange, typename Variant::block, partial>;
  struct shared_storage {
    typename combining::storage partials;
    bool last;
  };
  static constexpr bool uses_dynamic_shared = std::is_same_v<typename Variant::exchange, exchange_dynamic_shared>;

  static constexpr int threads = block_shape::threads;
  static constexpr int items = Variant::coarsening::x, width = Variant::vectors::width;

  vectorized_view<In, width> in;
  Out out;
  fold_type fold;
  Room room;
  int blocks;

  /// How many blocks share n elements, if there may be `most`.
  static int blocks_for(std::int64_t n, int most)
  {
    const std::int64_t tiles = cuda::ceil_div(n / width, threads * items);
    return tiles < 1 ? 1 : tiles < most ? static_cast<int>(tiles) : most;
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const int b = static_cast<int>(block.index().x);
    auto partials = block.template per_thread<partial>();
    block.each_thread([&](thread t) { partials[t] = part_of(b, t); });
    combine(block, partials);
    if constexpr (std::is_same_v<typename Variant::decomposition, scatter>)
      block.first_thread([&](thread t) {
        gridfold::combine_atomically(gridfold::atomically(*out), fold.op, static_cast<result>(fold.value(partials[t])));
      });
    else
      gather_blocks(block, partials);
  }

 private:
  /// The block that arrives last combines what all have left, in a fixed order, and owns the output: a second pass
  /// without a second launch.
  template <class Block, class Partials>
  GRIDFOLD_HD void gather_blocks(Block& block, Partials& partials) const
  {
    if (blocks > 1) {
      auto&& last = block.shared(member<&shared_storage::last>{});
      block.first_thread([&](thread t) { last = arrives_last(static_cast<int>(block.index().x), partials[t]); });
      if (!last) return;
      block.each_thread([&](thread t) { partials[t] = part_of_blocks(t); });
      combine(block, partials);
    }
    block.first_thread([&](thread t) { *out = static_cast<result>(fold.value(partials[t])); });
  }

  template <class Block, class Partials>
  GRIDFOLD_HD void combine(Block& block, Partials& partials) const
  {
    const auto in_global = room.of_thread + (combining::needs_global ? block.index().x * threads : 0);
    combining::combine(block, block.shared(member<&shared_storage::partials>{}), partials, fold, in_global);
  }

  GRIDFOLD_HD bool arrives_last(int b, const partial& mine) const
  {
    room.of_block[b] = mine;
    cuda::atomic_thread_fence(cuda::std::memory_order_acq_rel, cuda::thread_scope_device);
    const auto before = static_cast<unsigned>(blocks - 1);
    const bool last = gridfold::atomically(*room.arrived).fetch_increment(before) == before;
    cuda::atomic_thread_fence(cuda::std::memory_order_acq_rel, cuda::thread_scope_device);
    return last;
  }

  GRIDFOLD_HD partial part_of_blocks(thread t) const
  {
    partial part = fold.empty();
    GRIDFOLD_UNROLL_BY(4)
    for (int b = t.rank; b < blocks; b += threads) fold.merge(part, room.of_block[b]);
    return part;
  }

  GRIDFOLD_HD partial part_of(int b, thread t) const
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
  GRIDFOLD_HD void add_tile(partial& part, std::int64_t first, thread t) const
  {
    run<element, width> item[items] = {};
    const auto index = [&](int m) { return first + item_of<typename variant::assignment, threads, items>(t.rank, m); };
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m)
      if (Whole || index(m) < in.count()) item[m] = in(index(m));
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < width; ++e)
        if (Whole || index(m) < in.count()) fold.add(part, item[m].element[e]);
    }
  }
};

}  // namespace gridfold
