// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Warp-aggregated atomic operations: if the active threads of a warp change one element, their values are combined
/// first, and one thread changes it. Source: A. Adinets, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated
/// Atomics, NVIDIA Developer Blog (2014).
#pragma once

#include <gridfold/core/config.hpp>

#include <nv/target>
#include <type_traits>

#ifdef __CUDACC__

namespace gridfold::inline GRIDFOLD_ABI::view
{

/// The active threads of a warp as a mask if all of them access one element; else 0.
template <class T>
__device__ __forceinline__ unsigned threads_at(const T* element)
{
  const unsigned active = __activemask();
  int all = 0;
  (void)__match_all_sync(active, reinterpret_cast<unsigned long long>(element), &all);
  return all != 0 ? active : 0u;
}

/// Whether this thread is the first one of a mask.
__device__ __forceinline__ bool is_first_of(unsigned threads)
{
  unsigned below;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  return (threads & below) == 0u;
}

/// The sum of all 32 threads of a warp.
template <class T>
__device__ __forceinline__ T shuffled_sum(T term)
{
  GRIDFOLD_UNROLL
  for (int offset = 16; offset > 0; offset /= 2) term += __shfl_xor_sync(~0u, term, offset);
  return term;
}

/// Functions of Atomics (cuda_atomics of a scope), combined within a warp. Any threads of a warp may call them, with
/// any elements.
template <class Atomics>
struct warp_atomics {
  template <class T>
  static __device__ __forceinline__ void add(T* element, T term)
  {
    unsigned threads = threads_at(element);
    if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
      NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80, (if (threads != 0u) term = __reduce_add_sync(threads, term);),
                        (threads = 0u;))
    } else {
      if (threads == ~0u)
        term = shuffled_sum(term);
      else
        threads = 0u;
    }
    if (is_first_of(threads)) Atomics::add(element, term);
  }

#define GRIDFOLD_WARP_ATOMIC(name, combine)                                                                      \
  template <class T>                                                                                             \
  static __device__ __forceinline__ void name(T* element, T value)                                               \
  {                                                                                                              \
    static_assert(sizeof(T) == 4, "gridfold: a warp combines values of 4 bytes (more would be cut off)");        \
    unsigned threads = threads_at(element);                                                                      \
    NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80, (if (threads != 0u) value = combine(threads, value);), (threads = 0u;)) \
    if (is_first_of(threads)) Atomics::name(element, value);                                                     \
  }
  GRIDFOLD_WARP_ATOMIC(minimum, __reduce_min_sync)
  GRIDFOLD_WARP_ATOMIC(maximum, __reduce_max_sync)
  GRIDFOLD_WARP_ATOMIC(bit_and, __reduce_and_sync)
  GRIDFOLD_WARP_ATOMIC(bit_or, __reduce_or_sync)
  GRIDFOLD_WARP_ATOMIC(bit_xor, __reduce_xor_sync)
#undef GRIDFOLD_WARP_ATOMIC
};

}  // namespace gridfold::inline GRIDFOLD_ABI::view

#endif
