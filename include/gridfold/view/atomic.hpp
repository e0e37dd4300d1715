// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The atomic accessor: elements that many threads read, modify and write.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/bit>
#include <gridfold/view/warp_atomics.hpp>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The threads among which an operation is atomic: those of a block, of the device, or of the system including host and
/// peers. On the host every scope includes all threads.
enum class thread_scope { block, device, system };

/// Whether threads of a warp that change one element together combine their values first, so that one thread changes it
/// once. With `none`, nvcc still combines integer additions if it can prove that all threads of a warp change one
/// element. It cannot prove this in a kernel of this library if the element depends on the block's index.
enum class aggregation { none, warp };

namespace view
{

#ifdef __CUDACC__
/// CUDA's atomic functions for threads of a scope, such as atomicAdd_block, atomicAdd and atomicAdd_system.
template <thread_scope Scope>
struct cuda_atomics {
#define GRIDFOLD_ATOMIC_FUNCTION(name, function)            \
  template <class T, class... Operands>                     \
  static __device__ T name(T* element, Operands... operand) \
  {                                                         \
    if constexpr (Scope == thread_scope::block)             \
      return function##_block(element, operand...);         \
    else if constexpr (Scope == thread_scope::device)       \
      return function(element, operand...);                 \
    else                                                    \
      return function##_system(element, operand...);        \
  }
  GRIDFOLD_ATOMIC_FUNCTION(add, atomicAdd)
  GRIDFOLD_ATOMIC_FUNCTION(minimum, atomicMin)
  GRIDFOLD_ATOMIC_FUNCTION(maximum, atomicMax)
  GRIDFOLD_ATOMIC_FUNCTION(bit_and, atomicAnd)
  GRIDFOLD_ATOMIC_FUNCTION(bit_or, atomicOr)
  GRIDFOLD_ATOMIC_FUNCTION(bit_xor, atomicXor)
  GRIDFOLD_ATOMIC_FUNCTION(increment, atomicInc)
  GRIDFOLD_ATOMIC_FUNCTION(decrement, atomicDec)
  GRIDFOLD_ATOMIC_FUNCTION(exchange, atomicExch)
  GRIDFOLD_ATOMIC_FUNCTION(compare_exchange, atomicCAS)
#undef GRIDFOLD_ATOMIC_FUNCTION
};
#endif

/// Orders this thread's memory accesses before the fence before those after it, as seen by other threads of the device.
GRIDFOLD_HD void memory_fence()
{
  // clang-format off
  NV_IF_TARGET(NV_IS_DEVICE, (asm volatile("fence.acq_rel.gpu;" ::: "memory");),
               (__atomic_thread_fence(__ATOMIC_ACQ_REL);))
  // clang-format on
}

}  // namespace view

/// A reference to an element of an atomic view. Operations are indivisible and relaxed (no ordering); functions with
/// names return the old value. T is a number of 4 or 8 bytes; `exchange`, `compare_exchange` and `update` take any
/// trivially copyable type of that size and alignment.
///
/// The device uses CUDA's functions (`atomicAdd_block`, `atomicAdd`, `atomicAdd_system`), the host the compiler's.
/// `cuda::atomic_ref` has these operations, too, but <cuda/atomic> takes nvcc a second to compile, and nvcc combines a
/// warp's integer additions to one element only if they are `atomicAdd`. See Fan, CUDA Programming, ch. 9.
///
/// With aggregation::warp, `+=`, `&=`, `|=`, `^=`, `store_min` and `store_max` of 4-byte integers combine the values of
/// a warp's active threads if all access one element; `+=` of other numbers does so if all 32 threads are active.
/// Otherwise this costs one comparison of addresses.
template <class T, thread_scope Scope = thread_scope::device, aggregation Aggregation = aggregation::none>
class atomic_element {
  static_assert(
      std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8) && alignof(T) == sizeof(T),
      "gridfold: this element has no atomic operations (it is no trivially copyable type of 4 or 8 bytes with "
      "that alignment): give int, unsigned, float, double or the like");

  /// The argument types of CUDA's functions: bits for any type; floating-point numbers to add; signed or unsigned
  /// integers to compare.
  using bits = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
  using summand = std::conditional_t<std::is_floating_point_v<T>, T, bits>;
  using integer = std::conditional_t<std::is_unsigned_v<T>, bits, std::conditional_t<sizeof(T) == 4, int, long long>>;

 public:
  GRIDFOLD_HD explicit atomic_element(T& element) : at_(__builtin_addressof(element)) {}

  /// Returns itself, so that `atomically` accepts elements of atomic views.
  GRIDFOLD_HD atomic_element atomic() const { return *this; }

  // Changes that return nothing: operators, and functions named as in C++26.
  GRIDFOLD_HD void operator+=(T term) const
  {
    if constexpr (is_aggregated) {
      NV_IF_TARGET(NV_IS_DEVICE, (return by_warp::add(as<summand>(), static_cast<summand>(term));))
    }
    fetch_add(term);
  }
  GRIDFOLD_HD void operator&=(T value) const
  {
    if constexpr (is_aggregated && is_combined) {
      NV_IF_TARGET(NV_IS_DEVICE, (return by_warp::bit_and(as<bits>(), static_cast<bits>(value));))
    }
    fetch_and(value);
  }
  GRIDFOLD_HD void operator|=(T value) const
  {
    if constexpr (is_aggregated && is_combined) {
      NV_IF_TARGET(NV_IS_DEVICE, (return by_warp::bit_or(as<bits>(), static_cast<bits>(value));))
    }
    fetch_or(value);
  }
  GRIDFOLD_HD void operator^=(T value) const
  {
    if constexpr (is_aggregated && is_combined) {
      NV_IF_TARGET(NV_IS_DEVICE, (return by_warp::bit_xor(as<bits>(), static_cast<bits>(value));))
    }
    fetch_xor(value);
  }
  GRIDFOLD_HD void store_min(T value) const
  {
    if constexpr (is_aggregated && is_combined) {
      NV_IF_TARGET(NV_IS_DEVICE, (return by_warp::minimum(as<integer>(), static_cast<integer>(value));))
    }
    fetch_min(value);
  }
  GRIDFOLD_HD void store_max(T value) const
  {
    if constexpr (is_aggregated && is_combined) {
      NV_IF_TARGET(NV_IS_DEVICE, (return by_warp::maximum(as<integer>(), static_cast<integer>(value));))
    }
    fetch_max(value);
  }

  GRIDFOLD_HD T fetch_add(T term) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return static_cast<T>(on_device::add(as<summand>(), static_cast<summand>(term)));),
                 (return host_add(term);))
  }
  GRIDFOLD_HD T fetch_sub(T term) const
  {
    // Negates the bits, because the smallest integer has no negative.
    return fetch_add(static_cast<T>(summand(0) - static_cast<summand>(term)));
  }
  GRIDFOLD_HD T fetch_min(T value) const
  {
    if constexpr (std::is_integral_v<T>) {
      NV_IF_TARGET(NV_IS_DEVICE,
                   (return static_cast<T>(on_device::minimum(as<integer>(), static_cast<integer>(value)));))
    }
    return update([value](T old) { return value < old ? value : old; });
  }
  GRIDFOLD_HD T fetch_max(T value) const
  {
    if constexpr (std::is_integral_v<T>) {
      NV_IF_TARGET(NV_IS_DEVICE,
                   (return static_cast<T>(on_device::maximum(as<integer>(), static_cast<integer>(value)));))
    }
    return update([value](T old) { return old < value ? value : old; });
  }
  GRIDFOLD_HD T fetch_and(T value) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return static_cast<T>(on_device::bit_and(as<bits>(), static_cast<bits>(value)));),
                 (return __atomic_fetch_and(at_, value, __ATOMIC_RELAXED);))
  }
  GRIDFOLD_HD T fetch_or(T value) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return static_cast<T>(on_device::bit_or(as<bits>(), static_cast<bits>(value)));),
                 (return __atomic_fetch_or(at_, value, __ATOMIC_RELAXED);))
  }
  GRIDFOLD_HD T fetch_xor(T value) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return static_cast<T>(on_device::bit_xor(as<bits>(), static_cast<bits>(value)));),
                 (return __atomic_fetch_xor(at_, value, __ATOMIC_RELAXED);))
  }
  GRIDFOLD_HD T exchange(T value) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return value_of(on_device::exchange(as<bits>(), bits_of(value)));),
                 (T old; __atomic_exchange(at_, __builtin_addressof(value), __builtin_addressof(old), __ATOMIC_RELAXED);
                  return old;))
  }

  /// Writes `desired` if the element equals `expected` bytewise.
  GRIDFOLD_HD T compare_exchange(T expected, T desired) const
  {
    NV_IF_TARGET(NV_IS_DEVICE,
                 (return value_of(on_device::compare_exchange(as<bits>(), bits_of(expected), bits_of(desired)));),
                 (__atomic_compare_exchange(at_, __builtin_addressof(expected), __builtin_addressof(desired), false,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED);
                  return expected;))
  }

  /// Writes old >= most ? 0 : old + 1: counts 0, 1, ..., most, 0, 1, ... (atomicInc).
  GRIDFOLD_HD T fetch_increment(T most) const
  {
    static_assert(std::is_unsigned_v<T>,
                  "gridfold: the counter is signed (atomicInc's wrap is not): count in unsigned");
    if constexpr (std::is_same_v<T, unsigned>) {
      NV_IF_TARGET(NV_IS_DEVICE, (return on_device::increment(at_, most);))
    }
    return update([most](T old) { return old >= most ? T(0) : old + 1; });
  }

  /// Writes old == 0 || old > most ? most : old - 1: counts most, most - 1, ..., 0, most, ... (atomicDec).
  GRIDFOLD_HD T fetch_decrement(T most) const
  {
    static_assert(std::is_unsigned_v<T>,
                  "gridfold: the counter is signed (atomicDec's wrap is not): count in unsigned");
    if constexpr (std::is_same_v<T, unsigned>) {
      NV_IF_TARGET(NV_IS_DEVICE, (return on_device::decrement(at_, most);))
    }
    return update([most](T old) { return old == 0 || old > most ? most : old - 1; });
  }

  /// Writes f(old), by a loop of compare-and-swap: f may be called several times.
  template <class F>
  GRIDFOLD_HD T update(F f) const
  {
    T old = load();
    while (true) {
      const T seen = compare_exchange(old, f(old));
      if (bits_of(seen) == bits_of(old)) return old;
      old = seen;
    }
  }

 private:
#ifdef __CUDACC__
  using on_device = view::cuda_atomics<Scope>;
  using by_warp = view::warp_atomics<on_device>;
#endif
  static constexpr bool is_aggregated = Aggregation == aggregation::warp;
  static constexpr bool is_combined = std::is_integral_v<T> && sizeof(T) == 4;  ///< by one instruction

  template <class As>
  GRIDFOLD_HD As* as() const
  {
    return reinterpret_cast<As*>(at_);
  }
  static GRIDFOLD_HD bits bits_of(const T& value) { return cuda::std::bit_cast<bits>(value); }
  static GRIDFOLD_HD T value_of(bits value) { return cuda::std::bit_cast<T>(value); }

  GRIDFOLD_HD T load() const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return value_of(*as<const volatile bits>());),
                 (T value; __atomic_load(at_, __builtin_addressof(value), __ATOMIC_RELAXED); return value;))
  }

  T host_add(T term) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return update([term](T old) { return old + term; });
    else
      return __atomic_fetch_add(at_, term, __ATOMIC_RELAXED);
  }

  T* at_;
};

/// An atomic_element for an element of a pointer, span or view: `gridfold::atomically(p[i])`, in global or shared
/// memory, on every executor.
template <class Element>
GRIDFOLD_HD auto atomically(Element&& element)
{
  if constexpr (requires { element.atomic(); }) {
    return element.atomic();
  } else {
    static_assert(std::is_lvalue_reference_v<Element> && !std::is_const_v<std::remove_reference_t<Element>>,
                  "gridfold: this is no element to be changed (it is const, or a copy that a view gives for it): pass "
                  "an element of memory that may be written, or of an atomic view");
    return atomic_element<std::remove_reference_t<Element>>(element);
  }
}

/// An mdspan accessor policy whose references are `atomic_element`s.
template <class T, thread_scope Scope = thread_scope::device, aggregation Aggregation = aggregation::none>
struct atomic_accessor {
  using offset_policy = atomic_accessor;
  using element_type = T;
  using reference = atomic_element<T, Scope, Aggregation>;
  using data_handle_type = T*;

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const { return reference(p[i]); }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
