// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels: the concept, and traits that control how a kernel is launched.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A kernel is a struct whose members are its arguments. It has the types `block_shape` (of its thread blocks) and
/// `shared_storage` (its shared memory per block), and a template call operator that takes a thread_block.
template <class K>
concept kernel_type = requires
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

/// The position of a launch among consecutive launches of one kernel in a call of a verb. Launches of a kernel with a
/// member `order` of this type may overlap on compute capability 9.0 and later (programmatic dependent launch): a
/// launch that precedes another lets it start on free SMs, and a launch that follows another calls
/// block.wait_for_previous_launch() before it accesses memory that launches write.
struct launch_order {
  bool follows = false, precedes = false;
};

namespace exec
{

/// The types of a user's function and of its arguments. A kernel names them as its member type `user_call`, so that
/// `device` refuses a function compiled for the host alone. nvcc by itself only warns and omits the call, because
/// kernels are compiled for host and device.
template <class Function, class... Arguments>
struct function_call {
};

}  // namespace exec

namespace exec
{

template <class K>
concept states_user_call = requires
{
  typename K::user_call;
};
template <class K>
concept states_resident_threads = requires
{
  K::min_resident_threads;
};
template <class K>
concept states_short_blocks = requires
{
  K::short_blocks;
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

}  // namespace exec

/// The most bytes of static shared memory per block; larger storage has to be dynamic.
inline constexpr std::size_t max_static_shared_bytes = std::size_t{48} * 1024;

/// The most shared memory that a block can have on any GPU: that of compute capability 9.0 (CUDA C++ Programming Guide,
/// technical specifications). Verbs support no variant whose blocks need more; `device` throws `error` if the current
/// GPU has less than a block needs.
inline constexpr std::size_t max_shared_bytes = std::size_t{227} * 1024;

/// Limits for per-thread arrays in bytes: of one thread, and of all threads of a block. On the device the part that
/// exceeds the registers lies in local memory; on the host all of it lies on the stack.
inline constexpr std::size_t max_thread_bytes = std::size_t{128} * 1024, max_block_bytes = std::size_t{1024} * 1024;

/// The largest size of a kernel's parameters in bytes.
inline constexpr std::size_t max_parameter_bytes = 32764;

namespace exec
{

/// Whether each thread can keep this number of bytes, on the device and, for all threads of a block, on the host's
/// stack. With Explain a compile-time error says why not.
template <bool Explain, class V, std::size_t BytesOfThread, bool Together = true>
constexpr bool check_registers()
{
  constexpr std::size_t together = Together ? static_cast<std::size_t>(V::block::threads) : 1;
  constexpr bool fits = BytesOfThread <= max_thread_bytes && BytesOfThread * together <= max_block_bytes;
  static_assert(!Explain || fits,
                "gridfold: threads keep more than registers, local memory or the host's stack are for (128 KiB each, 1 "
                "MiB together): give a smaller block, coarsening factor or vectors");
  return fits;
}

/// The compile-time error of a kernel whose parameters are too large.
template <bool Fit, class Of>
struct kernel_parameters {
  static_assert(Fit,
                "gridfold: the kernel's parameters are larger than 32,764 bytes (a constant chunk is passed by value): "
                "give constant_chunk fewer items");
  static constexpr bool checked = true;
};

}  // namespace exec

/// Optional properties of a kernel. Specialise it for a kernel that you cannot change.
template <class K>
struct kernel_traits {
  /// Minimum resident threads per SM, for `__launch_bounds__`, which caps registers per thread. A kernel sets it by
  /// `static constexpr int min_resident_threads`.
  static constexpr int min_resident_threads = []() {
    if constexpr (exec::states_resident_threads<K>)
      return K::min_resident_threads;
    else
      return 448;
  }();

  /// Bytes of shared memory per block.
  static constexpr std::size_t shared_bytes = sizeof(typename K::shared_storage);

  /// Whether the kernel uses dynamic shared memory (`extern __shared__`). A kernel sets it by `static constexpr bool
  /// uses_dynamic_shared`; the default is to use it for more than max_static_shared_bytes.
  static constexpr bool uses_dynamic_shared = []() {
    if constexpr (exec::states_dynamic_shared<K>)
      return K::uses_dynamic_shared;
    else
      return shared_bytes > max_static_shared_bytes;
  }();

  /// Whether blocks are so short that computing the block's index by divisions costs noticeable time. On `device` such
  /// a kernel uses blockIdx instead, with fewer instructions and registers. Kernels with long loops leave it unset,
  /// because it reorders instructions in their loops, for better or worse. A kernel sets it by `static constexpr bool
  /// short_blocks`.
  static constexpr bool short_blocks = []() {
    if constexpr (exec::states_short_blocks<K>)
      return K::short_blocks;
    else
      return false;
  }();

  /// The kernel's variant: its member type `variant`, else void.
  using variant = typename exec::variant_of_kernel<K>::type;

  /// Bytes of dynamic shared memory per block.
  static constexpr std::size_t dynamic_shared_bytes = uses_dynamic_shared ? sizeof(typename K::shared_storage) : 0;

  /// Whether launches of the kernel may overlap: it has a member `launch_order order`.
  static constexpr bool overlaps_launches = exec::states_order<K>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
