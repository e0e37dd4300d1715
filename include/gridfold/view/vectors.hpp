// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbouring elements moved as one word: what an accessor does with an element, done with up to 16 bytes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstring>
#include <cuda/std/mdspan>
#include <gridfold/view/read_only.hpp>
#include <nv/target>
#include <type_traits>
#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace gridfold
{

/// N neighbouring elements.
template <class T, int N>
struct run {
  T element[N];
};

/// Whether N elements of this type make a word.
template <class T, int N>
inline constexpr bool is_word = std::is_trivially_copyable_v<T> && sizeof(T) * N <= 16 &&
                                (sizeof(T) * N & (sizeof(T) * N - 1)) == 0;

/// Whether so many Ts side by side fill whole words: a power of two of elements that are aligned by their size.
template <class T, int Width>
inline constexpr bool fills_words = is_word<T, 1> && sizeof(T) == alignof(T) && (Width & (Width - 1)) == 0;

#ifdef __CUDACC__
/// The device's word of so many bytes.
template <int Bytes>
using word_of = std::conditional_t<
    Bytes == 16, uint4,
    std::conditional_t<
        Bytes == 8, uint2,
        std::conditional_t<Bytes == 4, unsigned, std::conditional_t<Bytes == 2, unsigned short, unsigned char>>>>;

namespace detail
{

/// A plain store to global memory that stays whole: the compiler takes some `*p = word` apart into stores of four
/// bytes.
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

/// How an accessor loads and stores a word on the device; `moves` is false where only elements can be moved. A user's
/// accessor takes part by specialising this.
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

/// Bytes of the words that a run of N elements is moved in.
template <class T, int N>
inline constexpr int run_word_bytes = sizeof(T) * N < 16 ? int{sizeof(T) * N} : 16;

#ifdef __CUDACC__
namespace detail
{

template <class Accessor, class T, class U, int N>
__device__ __forceinline__ void load_words(T* p, run<U, N>& values)
{
  constexpr int bytes = run_word_bytes<U, N>, words = sizeof(values) / bytes;
  static_assert(words * bytes == sizeof(values));
  word_of<bytes> held[words];
  GRIDFOLD_UNROLL
  for (int w = 0; w < words; ++w) held[w] = word_access<Accessor>::load(reinterpret_cast<const word_of<bytes>*>(p) + w);
  ::memcpy(&values, held, sizeof(values));
}

}  // namespace detail
#endif

/// The run at p, which on the device must be aligned to its words.
template <int N, class Accessor, class T>
GRIDFOLD_HD run<std::remove_const_t<T>, N> load_run(const Accessor& /*by*/, T* p)
{
  run<std::remove_const_t<T>, N> values;
  NV_IF_TARGET(NV_IS_DEVICE, (detail::load_words<Accessor>(p, values);),
               (for (int e = 0; e < N; ++e) values.element[e] = p[e];))
  return values;
}

/// Writes a run to p, aligned likewise.
template <class Accessor, class T, int N>
GRIDFOLD_HD void store_run(const Accessor& /*by*/, T* p, const run<T, N>& values)
{
  NV_IF_TARGET(NV_IS_DEVICE,
               (using word = word_of<sizeof(T) * N>; word w; ::memcpy(&w, &values, sizeof(w));
                word_access<Accessor>::store(reinterpret_cast<word*>(p), w);),
               (for (int e = 0; e < N; ++e) p[e] = values.element[e];))
}

/// The run at p in a block's shared memory, aligned likewise.
template <int N, class T>
GRIDFOLD_HD run<std::remove_const_t<T>, N> load_run(T* p)
{
  return load_run<N>(cuda::std::default_accessor<T>(), p);
}

/// Writes a run to p in a block's shared memory, aligned likewise: one word.
template <class T, int N>
GRIDFOLD_HD void store_run(T* p, const run<T, N>& values)
{
  NV_IF_TARGET(
      NV_IS_DEVICE,
      (using word = word_of<sizeof(T) * N>; word w; ::memcpy(&w, &values, sizeof(w)); *reinterpret_cast<word*>(p) = w;),
      (for (int e = 0; e < N; ++e) p[e] = values.element[e];))
}

/// N neighbours from p on in shared memory: as a run if they fill words, else one by one.
template <class T, int N, class Pointer>
GRIDFOLD_HD run<T, N> load_neighbours(const Pointer& p)
{
  if constexpr (N > 1 && fills_words<T, N>) {
    return load_run<N>(p);
  } else {
    run<T, N> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < N; ++e) values.element[e] = p[e];
    return values;
  }
}

}  // namespace gridfold
