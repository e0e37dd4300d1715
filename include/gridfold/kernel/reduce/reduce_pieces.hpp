// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The reduction on several ranks: one block per piece of the input, then one block for the results of all pieces.
/// Pieces are consecutive elements, so they can be divided among ranks.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/accumulator.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/vectors.hpp>
#include <memory>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// How elements are divided: every `step` elements into `per_step` pieces of `length`. The last pieces of a step may be
/// shorter or empty.
struct piece_layout {
  std::int64_t step, length, per_step;
};

/// Sets of_piece[p] to the partial result of piece p of the `size` elements at `in`; the first element begins a step.
/// The order of operations depends only on the piece's size and the variant: vectors begin with the piece and, if
/// memory is not aligned to them, are read element by element.
template <class Variant, class In, class Op, class Partials>
struct reduce_pieces {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using element = typename In::value_type;
  using user_call = exec::function_call<Op, element, element>;
  using fold_type = policy::accumulator<Op, typename Variant::accumulation, element>;
  using partial = typename fold_type::partial;
  using combining = typename Variant::exchange::template combination<typename Variant::block, partial>;
  struct shared_storage {
    typename combining::storage partials;
  };
  static constexpr bool uses_dynamic_shared = Variant::exchange::uses_dynamic_shared;
  static constexpr int threads = block_shape::threads;
  static constexpr int items = Variant::coarsening::x, width = Variant::vectors::width;

  In in;
  Partials of_piece, of_thread;
  fold_type fold;
  piece_layout pieces;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t p = block.index().x;
    const std::int64_t before = p % pieces.per_step * pieces.length, begin = p / pieces.per_step * pieces.step + before;
    const std::int64_t size = least(least(pieces.length, pieces.step - before), in.extent(0) - begin);
    auto partials = block.template per_thread<partial>();
    block.each_thread([&](auto t) { partials[t] = part_of(begin, size, t); });
    const auto in_global = of_thread + (Variant::exchange::in_global ? p * threads : 0);
    combining::combine(block, block.shared(member<&shared_storage::partials>{}), partials, fold, in_global);
    block.first_thread([&](auto t) { of_piece[p] = partials[t]; });
  }

 private:
  using accessor = typename In::accessor_type;
  static constexpr bool in_words = std::is_same_v<typename In::layout_type, cuda::std::layout_right> &&
                                   word_access<accessor>::moves && view::fills_words<element, width> && (width > 1);
  using values = view::array<element, width>;

  static GRIDFOLD_HD std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

  /// The partial result of a thread's elements of the piece from `begin` on; the identity if the size is not positive.
  GRIDFOLD_HD partial part_of(std::int64_t begin, std::int64_t size, auto t) const
  {
    partial part = fold.empty();
    constexpr std::int64_t tile = std::int64_t{threads} * items * width;
    std::int64_t first = 0;
    if (is_aligned(begin))
      for (; first + tile <= size; first += tile)
        add_tile(part, t, [&](int m) { return load_vector(begin + first + start(t, m)); });
    for (; first < size; first += tile) add_elements(part, t, begin + first, size - first);
    return part;
  }

  /// The place in a tile of a thread's vector m.
  static GRIDFOLD_HD std::int64_t start(thread t, int m)
  {
    return std::int64_t{item_of<typename variant::assignment, threads, items>(t.rank, m)} * width;
  }

  [[nodiscard]] GRIDFOLD_HD bool is_aligned(std::int64_t begin) const
  {
    if constexpr (in_words)
      return reinterpret_cast<std::uintptr_t>(in.data_handle() + begin) % view::array_word_bytes<element, width> == 0;
    else
      return false;
  }
  [[nodiscard]] GRIDFOLD_HD values load_vector(std::int64_t at) const
  {
    if constexpr (in_words)
      return view::load_array<width>(in.accessor(), in.data_handle() + at);
    else
      return {};
  }

  template <class Load>
  GRIDFOLD_HD void add_tile(partial& part, auto t, Load load) const
  {
    values item[items] = {};
    unrolled<items>(t, [&](int m) { item[m] = load(m); });
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < width; ++e) fold.add(part, item[m].element[e]);
    }
  }

  /// Adds a tile element by element: a piece's last tile, or an unaligned one.
  GRIDFOLD_HD void add_elements(partial& part, thread t, std::int64_t begin, std::int64_t size) const
  {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m) {
      const std::int64_t at = start(t, m);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < width; ++e)
        if (at + e < size) {
          policy::keep_branch();
          fold.add(part, in(static_cast<typename In::index_type>(begin + at + e)));
        }
    }
  }
};

/// Sets *out to the results of `count` pieces, combined in a fixed order by one block.
template <class Variant, class Op, class T, class Out, class Partials>
struct combine_pieces {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using user_call = exec::function_call<Op, T, T>;
  using result = typename std::pointer_traits<Out>::element_type;
  using fold_type = policy::accumulator<Op, typename Variant::accumulation, T>;
  using partial = typename fold_type::partial;
  using combining = typename Variant::exchange::template combination<typename Variant::block, partial>;
  struct shared_storage {
    typename combining::storage partials;
  };
  static constexpr bool uses_dynamic_shared = Variant::exchange::uses_dynamic_shared;

  Partials of_piece, of_thread;
  Out out;
  fold_type fold;
  std::int64_t count;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto partials = block.template per_thread<partial>();
    block.each_thread([&](auto t) {
      partial part = fold.empty();
      GRIDFOLD_UNROLL_BY(4)
      for (std::int64_t p = t.rank; p < count; p += Block::threads) fold.merge(part, of_piece[p]);
      partials[t] = part;
    });
    combining::combine(block, block.shared(member<&shared_storage::partials>{}), partials, fold, of_thread);
    block.first_thread([&](auto t) { *out = static_cast<result>(fold.value(partials[t])); });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
