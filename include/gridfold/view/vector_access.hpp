// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Vectors, and their loads and stores by an accessor: up to 16 bytes of neighbouring elements.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/view/read_only.hpp>
#include <type_traits>
#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// N neighbouring elements by value.
template <class T, int N>
struct array {
  T element[N];
};

/// Whether N elements of type T form one vector.
template <class T, int N>
inline constexpr bool is_word = std::is_trivially_copyable_v<T> && sizeof(T) * N <= 16 &&
                                (sizeof(T) * N & (sizeof(T) * N - 1)) == 0;

/// Whether a T consists of vectors of 16 bytes and is aligned to them.
template <class T>
inline constexpr bool is_word_array = std::is_trivially_copyable_v<T> && sizeof(T) % 16 == 0 && alignof(T) % 16 == 0;

/// Whether Width contiguous Ts fill whole vectors: Width is a power of two and elements are aligned to their size.
template <class T, int Width>
inline constexpr bool fills_words = is_word<T, 1> && sizeof(T) == alignof(T) && (Width & (Width - 1)) == 0;

/// The widest vector of at most `bytes` bytes and at most 16, in bytes.
GRIDFOLD_HD constexpr int widest_vector(std::size_t bytes)
{
  int vector = 16;
  while (static_cast<std::size_t>(vector) > bytes) vector /= 2;
  return vector;
}

#ifdef __CUDACC__
/// The device's vector type of this size in bytes.
template <int Bytes>
using word_of = std::conditional_t<
    Bytes == 16, uint4,
    std::conditional_t<
        Bytes == 8, uint2,
        std::conditional_t<Bytes == 4, unsigned, std::conditional_t<Bytes == 2, unsigned short, unsigned char>>>>;
#endif

}  // namespace view

#ifdef __CUDACC__
namespace detail
{

// Stores to global memory in one instruction; nvcc splits some `*p = word` into stores of 4 bytes.
template <class Word>
__device__ __forceinline__ void store_whole(Word* p, Word word)
{
  *p = word;
}
__device__ __forceinline__ void store_whole(uint2* p, uint2 word)
{
  asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(p)), "r"(word.x), "r"(word.y)
               : "memory");
}
__device__ __forceinline__ void store_whole(uint4* p, uint4 word)
{
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(p)), "r"(word.x), "r"(word.y),
               "r"(word.z), "r"(word.w)
               : "memory");
}

}  // namespace detail
#endif

/// How an accessor loads and stores a vector on the device; `moves` is false if the accessor only accesses single
/// elements. Specialise it for an accessor of your own.
template <class Accessor>
struct word_access {
  static constexpr bool moves = false;
};
template <class T>
struct word_access<cuda::std::default_accessor<T>> {
  static constexpr bool moves = true;
#ifdef __CUDACC__
  template <class Word>
  static __device__ __forceinline__ Word load(const Word* p)
  {
    return *p;
  }
  template <class Word>
  static __device__ __forceinline__ void store(Word* p, Word word)
  {
    detail::store_whole(p, word);
  }
#endif
};
template <class T>
struct word_access<read_only_accessor<T>> {
  static constexpr bool moves = true;
#ifdef __CUDACC__
  template <class Word>
  static __device__ __forceinline__ Word load(const Word* p)
  {
    return __ldg(p);
  }
#endif
};

namespace view
{

/// Bytes of the vectors that move N elements.
template <class T, int N>
inline constexpr int array_word_bytes = sizeof(T) * N < 16 ? int{sizeof(T) * N} : 16;

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
