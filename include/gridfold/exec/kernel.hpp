// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a kernel is, and what it may say about how it wants to be launched.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <gridfold/exec/block.hpp>
#include <type_traits>

namespace gridfold
{

/// A kernel: a struct whose members are its arguments, with the types `block_shape` (that of its thread blocks) and
/// `shared_storage` (what a block keeps in shared memory), and a template call operator that takes a thread_block.
template <class K>
concept kernel_text = requires
{
  {
    K::block_shape::x
    } -> std::convertible_to<int>;
  {
    K::block_shape::y
    } -> std::convertible_to<int>;
  {
    K::block_shape::threads
    } -> std::convertible_to<int>;
  typename K::shared_storage;
};

/// Where a launch stands among those that a verb makes of one kernel in a row. A kernel with a member `order` of this
/// type lets them overlap on devices of compute capability 9.0 and later: a launch that precedes another lets that one
/// start where blocks of its own have ended, and one that follows another calls block.wait_for_previous_launch() before
/// it touches what launches write.
struct launch_order {
  bool follows = false, precedes = false;
};

namespace detail
{

template <class K>
concept states_resident_threads = requires
{
  K::min_resident_threads;
};
template <class K>
concept states_dynamic_shared = requires
{
  K::uses_dynamic_shared;
};
template <class K>
concept states_variant = requires
{
  typename K::variant;
};
template <class K>
struct variant_of_kernel {
  using type = void;
};
template <states_variant K>
struct variant_of_kernel<K> {
  using type = typename K::variant;
};
template <class K>
concept states_order = requires(const K& kernel)
{
  requires std::same_as<std::remove_cvref_t<decltype(kernel.order)>, launch_order>;
};

}  // namespace detail

/// What a kernel may state beside its text, with defaults. Specialise it for a kernel that cannot be changed.
template <class K>
struct kernel_traits {
  /// Minimum resident threads per multiprocessor, for `__launch_bounds__`: it caps registers per thread. A kernel
  /// states its own by `static constexpr int min_resident_threads`.
  static constexpr int min_resident_threads = []() {
    if constexpr (detail::states_resident_threads<K>)
      return K::min_resident_threads;
    else
      return 448;
  }();

  /// Whether a launch asks for the shared memory (`extern __shared__`) instead of the compiler laying it out. A kernel
  /// states it by `static constexpr bool uses_dynamic_shared`.
  static constexpr bool uses_dynamic_shared = []() {
    if constexpr (detail::states_dynamic_shared<K>)
      return K::uses_dynamic_shared;
    else
      return false;
  }();

  /// The kernel's variant: its type `variant`, or void.
  using variant = typename detail::variant_of_kernel<K>::type;

  /// Bytes of shared memory that a launch asks for.
  static constexpr std::size_t dynamic_shared_bytes = uses_dynamic_shared ? sizeof(typename K::shared_storage) : 0;

  /// Whether launches of it may overlap: it has a member `launch_order order`.
  static constexpr bool overlaps_launches = detail::states_order<K>;
};

}  // namespace gridfold
