// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchange: where the threads of a block read each other's partial results, and how they combine them. Source: Fan,
/// CUDA Programming, ch. 8. An exchange is a type with these static members:
///
///   name()               its name in variants, sweeps and files of winners
///   in_global            whether threads exchange in global memory; a reduction then has a place for each there
///   uses_dynamic_shared  whether the block's shared memory is dynamic (`extern __shared__`)
///   combination<Shape, Partial>  for blocks of a shape and partial results of a type:
///     storage                                             the shared memory of a block
///     combine(block, storage, values, fold, in_global)    leaves the block's partial result with its first thread:
///                          values[t] is that of thread t, fold.merge(a, b) merges b into a, in_global points to a
///                          Partial for each thread, or to nothing
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/axis.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace policy
{

/// The compile-time error of partial results that are not trivially copyable.
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
/// thread has the block's value. Each step ends with a barrier. The number of threads is arbitrary: if it is odd, the
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

}  // namespace policy

/// Exchange in registers within a warp (shuffles), then in shared memory between warps: the first thread merges the
/// warps' results one after another.
struct exchange_registers {
  using axis = axis::exchange;
  static constexpr bool in_global = false, uses_dynamic_shared = false;
  static constexpr fixed_text name() { return "exchange:registers"; }

  template <class Shape, class Partial>
  struct combination {
    static constexpr int warps = static_cast<int>(ceil_div(Shape::threads, warp_threads));
    using storage = policy::slot_array<Partial, warps>;

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
};

/// Exchange in shared memory.
struct exchange_shared {
  using axis = axis::exchange;
  static constexpr bool in_global = false, uses_dynamic_shared = false;
  static constexpr fixed_text name() { return "exchange:shared"; }

  template <class Shape, class Partial>
  struct combination {
    using storage = policy::slot_array<Partial, Shape::threads>;

    template <class Block, class Shared, class Values, class Fold, class Workspace>
    static GRIDFOLD_HD void combine(Block& block, Shared&& partials, Values& values, const Fold& fold, Workspace)
    {
      policy::tree_reduce(block, values, partials, fold);
    }
  };
};

/// Exchange in dynamic shared memory (`extern __shared__`), whose size is a parameter of the launch.
struct exchange_dynamic_shared {
  using axis = axis::exchange;
  static constexpr bool in_global = false, uses_dynamic_shared = true;
  static constexpr fixed_text name() { return "exchange:dynamic_shared"; }

  template <class Shape, class Partial>
  using combination = exchange_shared::combination<Shape, Partial>;
};

/// Exchange in global memory.
struct exchange_global {
  using axis = axis::exchange;
  static constexpr bool in_global = true, uses_dynamic_shared = false;
  static constexpr fixed_text name() { return "exchange:global"; }

  template <class Shape, class Partial>
  struct combination {
    using storage = nothing_shared;

    template <class Block, class Shared, class Values, class Fold, class Workspace>
    static GRIDFOLD_HD void combine(Block& block, Shared&&, Values& values, const Fold& fold, Workspace workspace)
    {
      policy::tree_reduce(block, values, workspace, fold);
    }
  };
};

namespace detail
{

struct sixty_four_threads {
  static constexpr int x = 64, y = 1, threads = 64;
};

}  // namespace detail

/// An exchange; the comment at the top of this file describes its members.
template <class E>
concept exchange = std::same_as<typename E::axis, axis::exchange> && requires
{
  {
    E::name()
    } -> std::convertible_to<fixed_text>;
  requires std::same_as<const bool, decltype(E::in_global)>;
  requires std::same_as<const bool, decltype(E::uses_dynamic_shared)>;
  typename E::template combination<detail::sixty_four_threads, float>::storage;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
