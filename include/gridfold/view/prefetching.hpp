// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The prefetching accessor: loads that prefetch their surroundings into the L2 cache and keep them there.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/view/vectors.hpp>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// A cache policy: the L2 cache evicts loaded data after everything else. It is the result of the instruction
/// `createpolicy.fractional.L2::evict_last`; as a constant it saves this instruction and a register per thread. CCCL's
/// cuda::access_property has it, too, but <cuda/annotated_ptr> is slow to compile.
inline constexpr std::uint64_t evicted_last = 0x14F0'0000'0000'0000;

#ifdef __CUDACC__
// ld.global with a prefetch size and a priority in the L2 cache, for words of 1, 2, 4, 8 and 16 bytes. It needs compute
// capability 8.0.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <class Word>
__device__ __forceinline__ Word load_prefetching(const Word* p)
{
  return *p;
}
#else
__device__ __forceinline__ unsigned char load_prefetching(const unsigned char* p)
{
  unsigned word;
  asm("ld.global.L2::cache_hint.L2::256B.u8 %0, [%1], %2;"
      : "=r"(word)
      : "l"(__cvta_generic_to_global(p)), "l"(evicted_last));
  return static_cast<unsigned char>(word);
}
__device__ __forceinline__ unsigned short load_prefetching(const unsigned short* p)
{
  unsigned short word;
  asm("ld.global.L2::cache_hint.L2::256B.u16 %0, [%1], %2;"
      : "=h"(word)
      : "l"(__cvta_generic_to_global(p)), "l"(evicted_last));
  return word;
}
__device__ __forceinline__ unsigned load_prefetching(const unsigned* p)
{
  unsigned word;
  asm("ld.global.L2::cache_hint.L2::256B.u32 %0, [%1], %2;"
      : "=r"(word)
      : "l"(__cvta_generic_to_global(p)), "l"(evicted_last));
  return word;
}
__device__ __forceinline__ uint2 load_prefetching(const uint2* p)
{
  uint2 word;
  asm("ld.global.L2::cache_hint.L2::256B.v2.u32 {%0, %1}, [%2], %3;"
      : "=r"(word.x), "=r"(word.y)
      : "l"(__cvta_generic_to_global(p)), "l"(evicted_last));
  return word;
}
__device__ __forceinline__ uint4 load_prefetching(const uint4* p)
{
  uint4 word;
  asm("ld.global.L2::cache_hint.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
      : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w)
      : "l"(__cvta_generic_to_global(p)), "l"(evicted_last));
  return word;
}
#endif
#endif

}  // namespace detail

/// An mdspan accessor policy for input `prefetching`: on the device a load also prefetches the surrounding aligned 256
/// bytes into the L2 cache (PTX ISA, `ld`, level::prefetch_size), which evicts them last (level::cache_hint), so that
/// blocks that need the rest find it there. The memory must not be written while the kernel runs. Loads are plain on
/// the host, below compute capability 8.0, and for elements that take several instructions.
template <class T>
struct prefetching_accessor {
  using offset_policy = prefetching_accessor;
  using element_type = const T;
  using reference = T;
  using data_handle_type = const T*;

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const
  {
    if constexpr (view::fills_words<T, 1>)
      NV_IF_TARGET(NV_IS_DEVICE, (return view::load_array<1>(*this, p + i).element[0];), (return p[i];))
    else
      return p[i];
  }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

template <class T>
struct word_access<prefetching_accessor<T>> {
  static constexpr bool moves = true;
#ifdef __CUDACC__
  template <class Word>
  static __device__ __forceinline__ Word load(const Word* p)
  {
    return detail::load_prefetching(p);
  }
#endif
};

}  // namespace gridfold::inline GRIDFOLD_ABI
