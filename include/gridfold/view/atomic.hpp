// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The atomic accessor: elements that many threads read, modify and write.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/atomic>
#include <nv/target>
#include <type_traits>

namespace gridfold
{

/// A reference to an element of an atomic view. Operations are indivisible and relaxed (no ordering); those named by a
/// verb return the value before. T is a number of 4 or 8 bytes; `exchange`, `compare_exchange` and `update` take any
/// trivially copyable type of that size and alignment.
///
/// Scope names the threads among which operations are atomic: those of a block, of the device, or of the system
/// including host and peers (as `atomicAdd_block`, `atomicAdd`, `atomicAdd_system`). On the host every scope includes
/// all threads. See Fan, CUDA Programming, ch. 9.
template <class T, cuda::thread_scope Scope = cuda::thread_scope_device>
class atomic_element {
  static constexpr auto relaxed = cuda::std::memory_order_relaxed;

 public:
  GRIDFOLD_HD explicit atomic_element(T& element) : at_(&element), element_(element) {}

  /// Returns itself, so that `atomically` accepts elements of atomic views.
  GRIDFOLD_HD atomic_element atomic() const { return *this; }

  GRIDFOLD_HD void operator+=(T term) const { element_.fetch_add(term, relaxed); }
  GRIDFOLD_HD T fetch_add(T term) const { return element_.fetch_add(term, relaxed); }
  GRIDFOLD_HD T fetch_sub(T term) const { return element_.fetch_sub(term, relaxed); }
  GRIDFOLD_HD T fetch_min(T value) const { return element_.fetch_min(value, relaxed); }
  GRIDFOLD_HD T fetch_max(T value) const { return element_.fetch_max(value, relaxed); }
  GRIDFOLD_HD T fetch_and(T bits) const { return element_.fetch_and(bits, relaxed); }
  GRIDFOLD_HD T fetch_or(T bits) const { return element_.fetch_or(bits, relaxed); }
  GRIDFOLD_HD T fetch_xor(T bits) const { return element_.fetch_xor(bits, relaxed); }
  GRIDFOLD_HD T exchange(T value) const { return element_.exchange(value, relaxed); }

  /// Writes `desired` if the element equals `expected` bytewise.
  GRIDFOLD_HD T compare_exchange(T expected, T desired) const
  {
    element_.compare_exchange_strong(expected, desired, relaxed);
    return expected;
  }

  /// Writes old >= most ? 0 : old + 1: counts 0, 1, ..., most, 0, 1, ... (atomicInc).
  GRIDFOLD_HD T fetch_increment(T most) const
  {
    static_assert(std::is_unsigned_v<T>,
                  "gridfold: the counter is signed (atomicInc's wrap is not): count in unsigned");
    if constexpr (std::is_same_v<T, unsigned>) {
      NV_IF_TARGET(NV_IS_DEVICE, (return hardware_increment(most);))
    }
    return update([most](T old) { return old >= most ? T(0) : old + 1; });
  }

  /// Writes old == 0 || old > most ? most : old - 1: counts most, most - 1, ..., 0, most, ... (atomicDec).
  GRIDFOLD_HD T fetch_decrement(T most) const
  {
    static_assert(std::is_unsigned_v<T>,
                  "gridfold: the counter is signed (atomicDec's wrap is not): count in unsigned");
    if constexpr (std::is_same_v<T, unsigned>) {
      NV_IF_TARGET(NV_IS_DEVICE, (return hardware_decrement(most);))
    }
    return update([most](T old) { return old == 0 || old > most ? most : old - 1; });
  }

  /// Writes f(old), by a loop of compare-and-swap: f may be called several times.
  template <class F>
  GRIDFOLD_HD T update(F f) const
  {
    T old = element_.load(relaxed);
    while (!element_.compare_exchange_weak(old, f(old), relaxed)) {
    }
    return old;
  }

 private:
#ifdef __CUDACC__
  // cuda::atomic_ref has no operations for atomicInc and atomicDec.
  __device__ __forceinline__ unsigned hardware_increment(unsigned most) const
  {
    if constexpr (Scope == cuda::thread_scope_block)
      return atomicInc_block(at_, most);
    else if constexpr (Scope == cuda::thread_scope_device)
      return atomicInc(at_, most);
    else
      return atomicInc_system(at_, most);
  }
  __device__ __forceinline__ unsigned hardware_decrement(unsigned most) const
  {
    if constexpr (Scope == cuda::thread_scope_block)
      return atomicDec_block(at_, most);
    else if constexpr (Scope == cuda::thread_scope_device)
      return atomicDec(at_, most);
    else
      return atomicDec_system(at_, most);
  }
#endif

  T* at_;
  cuda::atomic_ref<T, Scope> element_;
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
template <class T, cuda::thread_scope Scope = cuda::thread_scope_device>
struct atomic_accessor {
  using offset_policy = atomic_accessor;
  using element_type = T;
  using reference = atomic_element<T, Scope>;
  using data_handle_type = T*;

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const { return reference(p[i]); }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

}  // namespace gridfold
