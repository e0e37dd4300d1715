// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Vector loads and stores by any accessor (view/vector_access.hpp) and in shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <cuda/std/mdspan>
#include <gridfold/view/vector_access.hpp>
#include <nv/target>
#include <type_traits>
#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

#ifdef __CUDACC__
namespace detail
{

// One instruction each, because nvcc splits some vector accesses into accesses of 4 bytes.
template <class Word>
__device__ __forceinline__ Word load_volatile_shared(const Word* p)
{
  return *static_cast<const volatile Word*>(p);
}
__device__ __forceinline__ uint2 load_volatile_shared(const uint2* p)
{
  uint2 word;
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
               : "=r"(word.x), "=r"(word.y)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(p))));
  return word;
}
__device__ __forceinline__ uint4 load_volatile_shared(const uint4* p)
{
  uint4 word;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(p))));
  return word;
}
template <int Bytes>
__device__ __forceinline__ void load_in_place(unsigned char* to, const unsigned char* from)
{
  if constexpr (Bytes > 0) {
    constexpr int first = view::widest_vector(Bytes);
    const auto word = load_volatile_shared(reinterpret_cast<const view::word_of<first>*>(from));
    ::memcpy(to, &word, first);
    load_in_place<Bytes - first>(to + first, from + first);
  }
}
template <class Word>
__device__ __forceinline__ void store_whole_shared(Word* p, Word word)
{
  *p = word;
}
__device__ __forceinline__ void store_whole_shared(uint2* p, uint2 word)
{
  asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(p))),
               "r"(word.x), "r"(word.y)
               : "memory");
}
__device__ __forceinline__ void store_whole_shared(uint4* p, uint4 word)
{
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(p))),
               "r"(word.x), "r"(word.y), "r"(word.z), "r"(word.w)
               : "memory");
}

/// Moves a T by vectors of 16 bytes.
template <class T>
__device__ __forceinline__ void store_vectors_shared(T* to, const T& value)
{
  constexpr int vectors = sizeof(T) / 16;
  const T held = value;
  uint4 word[vectors];
  ::memcpy(word, __builtin_addressof(held), sizeof(word));
  GRIDFOLD_UNROLL
  for (int v = 0; v < vectors; ++v) store_whole_shared(reinterpret_cast<uint4*>(to) + v, word[v]);
}

template <class Accessor, class T, class U, int N>
__device__ __forceinline__ void load_words(T* p, view::array<U, N>& values)
{
  constexpr int bytes = view::array_word_bytes<U, N>, words = sizeof(values) / bytes;
  static_assert(words * bytes == sizeof(values));
  view::word_of<bytes> held[words];
  GRIDFOLD_UNROLL
  for (int w = 0; w < words; ++w)
    held[w] = word_access<Accessor>::load(reinterpret_cast<const view::word_of<bytes>*>(p) + w);
  ::memcpy(&values, held, sizeof(values));
}

}  // namespace detail
#endif

namespace view
{

/// The N elements at p, which on the device must be aligned to their vectors.
template <int N, class Accessor, class T>
GRIDFOLD_HD array<std::remove_const_t<T>, N> load_array(const Accessor& /*by*/, T* p)
{
  array<std::remove_const_t<T>, N> values;
  NV_IF_TARGET(NV_IS_DEVICE, (detail::load_words<Accessor>(p, values);),
               (for (int e = 0; e < N; ++e) values.element[e] = p[e];))
  return values;
}

/// Writes N elements to p, which on the device must be aligned to their vectors.
template <class Accessor, class T, int N>
GRIDFOLD_HD void store_array(const Accessor& /*by*/, T* p, const array<T, N>& values)
{
  NV_IF_TARGET(NV_IS_DEVICE,
               (using word = word_of<sizeof(T) * N>; word w; ::memcpy(&w, &values, sizeof(w));
                word_access<Accessor>::store(reinterpret_cast<word*>(p), w);),
               (for (int e = 0; e < N; ++e) p[e] = values.element[e];))
}

/// The N elements at p in shared memory; p must be aligned to their vectors.
template <int N, class T>
GRIDFOLD_HD array<std::remove_const_t<T>, N> load_array(T* p)
{
  return load_array<N>(cuda::std::default_accessor<T>(), p);
}

/// Writes N elements to p in shared memory; p must be aligned to their vectors.
template <class T, int N>
GRIDFOLD_HD void store_array(T* p, const array<T, N>& values)
{
  NV_IF_TARGET(NV_IS_DEVICE,
               (using word = word_of<sizeof(T) * N>; word w; ::memcpy(&w, &values, sizeof(w));
                detail::store_whole_shared(reinterpret_cast<word*>(p), w);),
               (for (int e = 0; e < N; ++e) p[e] = values.element[e];))
}

/// The N elements at p in shared memory: by vectors if they fill whole ones, else one by one.
template <class T, int N, class Pointer>
GRIDFOLD_HD array<T, N> load_neighbours(const Pointer& p)
{
  if constexpr (N > 1 && fills_words<T, N>) {
    return load_array<N>(p);
  } else {
    array<T, N> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < N; ++e) values.element[e] = p[e];
    return values;
  }
}

/// Writes N neighbours to p in shared memory: by vectors if they fill whole ones, else one by one.
template <class T, int N, class Pointer>
GRIDFOLD_HD void store_neighbours(const Pointer& p, const array<T, N>& values)
{
  if constexpr (N > 1 && fills_words<T, N>) {
    store_array(p, values);
  } else {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < N; ++e) p[e] = values.element[e];
  }
}

/// N neighbours of a view from the element at `offset` on, or zeros if not valid. On the device they must be aligned to
/// vectors of N.
template <int N, class From>
GRIDFOLD_HD auto load_valid(const From& from, std::int64_t offset, bool valid)
{
  using T = std::remove_cv_t<typename From::value_type>;
  if constexpr (N == 1)
    return array<T, 1>{
        {valid ? static_cast<T>(from.accessor().access(from.data_handle(), static_cast<std::size_t>(offset))) : T{}}};
  else
    return valid ? load_array<N>(from.accessor(), from.data_handle() + offset) : array<T, N>{};
}

/// Copies the result of load_valid to shared memory.
template <int N, class To, class From>
GRIDFOLD_HD void copy_neighbours(const To& to, const From& from, std::int64_t offset, bool valid)
{
  if constexpr (N == 1)
    *to = load_valid<1>(from, offset, valid).element[0];
  else
    store_array(to, load_valid<N>(from, offset, valid));
}

/// The N elements at p in a block's shared memory, which begins at a multiple of 16 bytes, in the smallest number of
/// vectors. nvcc may move ordinary loads before a preceding `if`, but not these loads.
template <int N, class T>
GRIDFOLD_HD array<std::remove_const_t<T>, N> load_in_place(T* p)
{
  array<std::remove_const_t<T>, N> values;
  NV_IF_TARGET(NV_IS_DEVICE,
               (detail::load_in_place<sizeof(values)>(reinterpret_cast<unsigned char*>(&values),
                                                      reinterpret_cast<const unsigned char*>(p));),
               (for (int e = 0; e < N; ++e) values.element[e] = p[e];))
  return values;
}

/// Stores an element in a block's shared memory: as one vector if it fills one, or as vectors of 16 bytes.
template <class T, class Pointer>
GRIDFOLD_HD void store_element(const Pointer& p, const T& value)
{
  if constexpr (std::is_class_v<T> && fills_words<T, 1>)
    store_array(p, array<T, 1>{{value}});
  else if constexpr (std::is_trivially_copyable_v<T> && alignof(T) >= 16)
    NV_IF_TARGET(NV_IS_DEVICE, (detail::store_vectors_shared(p, value);), (*p = value;))
  else
    *p = value;
}

/// N neighbours from element i on of a contiguous view of rank 1, one by one if its accessor only accesses single
/// elements; else on the device they must be aligned to vectors.
template <int N, class View>
GRIDFOLD_HD array<typename View::value_type, N> load_neighbours(const View& from, int i)
{
  if constexpr (word_access<typename View::accessor_type>::moves) {
    return load_array<N>(from.accessor(), from.data_handle() + i);
  } else {
    array<typename View::value_type, N> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < N; ++e) values.element[e] = from(i + e);
    return values;
  }
}

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
