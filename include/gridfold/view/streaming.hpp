// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The streaming accessor: for memory that is accessed once and should be evicted from caches first.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstring>
#include <cuda/std/mdspan>
#include <gridfold/view/vectors.hpp>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

template <class T>
struct streaming_accessor;

template <class T>
struct word_access<streaming_accessor<T>> {
  static constexpr bool moves = true;
#ifdef __CUDACC__
  template <class Word>
  static __device__ __forceinline__ Word load(const Word* p)
  {
    return __ldcs(p);
  }
  template <class Word>
  static __device__ __forceinline__ void store(Word* p, Word word)
  {
    __stcs(p, word);
  }
#endif
};

namespace view
{

/// A reference to an element of a streaming view: loads and stores carry the eviction hint.
template <class T>
class streaming_element {
  using value = std::remove_const_t<T>;

 public:
  GRIDFOLD_HD explicit streaming_element(T* place) : place_(place) {}
  GRIDFOLD_HD operator value() const { return load_array<1>(streaming_accessor<T>(), place_).element[0]; }
  GRIDFOLD_HD void operator=(const value& v) const requires(!std::is_const_v<T>)
  {
    store_array(streaming_accessor<T>(), place_, array<T, 1>{{v}});
  }

 private:
  T* place_;
};

}  // namespace view

/// An mdspan accessor policy: loads and stores are "evict first" on the device (`__ldcs`, `__stcs`) and plain on the
/// host. Elements are trivially copyable, of 1, 2, 4, 8 or 16 bytes, aligned to their size.
template <class T>
struct streaming_accessor {
  using offset_policy = streaming_accessor;
  using element_type = T;
  using reference = view::streaming_element<T>;
  using data_handle_type = T*;
  static_assert(view::is_word<std::remove_const_t<T>, 1> && alignof(T) == sizeof(T),
                "gridfold: a streaming view's element is no word (it is moved by one instruction): use a trivially "
                "copyable type of 1, 2, 4, 8 or 16 bytes, aligned to its size");

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const { return reference(p + i); }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

/// A view of the elements of `view` with the hint.
template <class T, class Extents, class Layout>
auto streaming(const cuda::std::mdspan<T, Extents, Layout>& view)
{
  return cuda::std::mdspan<T, Extents, Layout, streaming_accessor<T>>(view.data_handle(), view.mapping());
}

}  // namespace gridfold::inline GRIDFOLD_ABI
