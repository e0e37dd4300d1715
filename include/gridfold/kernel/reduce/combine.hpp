// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Combines the partial results of a block's threads, by exchange policy. Source: Fan, CUDA Programming, ch. 8.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/exchange.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The error of partial results for which there is no such memory.
template <bool TriviallyCopyable, class... Of>
struct bare_memory {
  static_assert(TriviallyCopyable,
                "gridfold: a partial result is not trivially copyable (blocks keep it in bare memory): use a plain "
                "struct of numbers");
  static constexpr bool checked = true;
};

/// Uninitialised memory for `Count` Ts, aligned for 16-byte vectors: shared memory runs no constructors.
template <class T, int Count>
struct slot_array {
  static_assert(bare_memory<std::is_trivially_copyable_v<T>, T>::checked);
  alignas(T) alignas(16) unsigned char bytes[sizeof(T) * Count];
  GRIDFOLD_HD T* data() { return reinterpret_cast<T*>(bytes); }
  GRIDFOLD_HD T& operator[](int i) { return data()[i]; }
  friend GRIDFOLD_HD T* operator+(slot_array& of, int i) { return of.data() + i; }
};

/// Tree reduction: each thread of the lower half merges the value of its counterpart in the upper half, until the first
/// thread has the block's value. There is a barrier after each step. Works for any number of threads: if it is odd, the
/// middle thread has no counterpart and is merged in a later step.
template <class Block, class Values, class Slots, class Fold>
GRIDFOLD_HD void tree_reduce(Block& block, Values& values, Slots&& slot, const Fold& fold)
{
  block.each_thread([&](auto t) { slot[t.rank] = values[t]; });
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int size = Block::threads; size > 1; size = (size + 1) / 2) {
    const int half = (size + 1) / 2;
    block.each_thread([&](auto t) {
      if (t.rank + half >= size) return;
      fold.merge(values[t], slot[t.rank + half]);
      slot[t.rank] = values[t];
    });
  }
}

/// Combines by an exchange policy: `storage` is its shared memory; `combine` leaves the block's partial result with the
/// first thread. If `needs_global` is true, `in_global` points to one Partial per thread of the block in global memory.
/// Specialise it for an exchange policy of your own.
template <class Exchange, class Shape, class Partial>
struct combination;

template <class Shape, class Partial>
struct combination<exchange_global, Shape, Partial> {
  static constexpr bool needs_global = true;
  using storage = nothing_shared;

  template <class Block, class Shared, class Values, class Fold, class Workspace>
  static GRIDFOLD_HD void combine(Block& block, Shared&&, Values& values, const Fold& fold, Workspace in_global)
  {
    kernel::tree_reduce(block, values, in_global, fold);
  }
};

template <class Shape, class Partial>
struct combination<exchange_shared, Shape, Partial> {
  static constexpr bool needs_global = false;
  using storage = slot_array<Partial, Shape::threads>;

  template <class Block, class Shared, class Values, class Fold, class Workspace>
  static GRIDFOLD_HD void combine(Block& block, Shared&& slot_array, Values& values, const Fold& fold, Workspace)
  {
    kernel::tree_reduce(block, values, slot_array, fold);
  }
};

template <class Shape, class Partial>
struct combination<exchange_dynamic_shared, Shape, Partial> : combination<exchange_shared, Shape, Partial> {
};

/// Each warp combines by shuffles; then the first thread merges the warps' results one after another.
template <class Shape, class Partial>
struct combination<exchange_registers, Shape, Partial> {
  static constexpr bool needs_global = false;
  static constexpr int warps = static_cast<int>(ceil_div(Shape::threads, warp_threads));
  using storage = slot_array<Partial, warps>;

  template <class Block, class Shared, class Values, class Fold, class Workspace>
  static GRIDFOLD_HD void combine(Block& block, Shared&& of_warp, Values& values, const Fold& fold, Workspace)
  {
    block.warp_reduce(values, [&](Partial& to, const Partial& other) { fold.merge(to, other); });
    if constexpr (warps > 1) {
      block.each_thread([&](auto t) {
        if (t.rank % warp_threads == 0) of_warp[t.rank / warp_threads] = values[t];
      });
      block.first_thread([&](auto t) {
        using view::load_in_place;
        const auto part = load_in_place<warps>(of_warp + 0);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int w = 1; w < warps; ++w) fold.merge(values[t], part.element[w]);
      });
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
