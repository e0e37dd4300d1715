// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The read-only accessor: loads through `__ldg` on the device.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstring>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// A copy of *p, by the widest loads that its size and alignment allow, through the read-only path.
template <class T, class Word>
GRIDFOLD_HD T load_read_only(const T* p)
{
  T value;
  const Word* from = reinterpret_cast<const Word*>(p);
  Word* to = reinterpret_cast<Word*>(__builtin_addressof(value));
  GRIDFOLD_UNROLL
  for (std::size_t w = 0; w < sizeof(T) / sizeof(Word); ++w) {
    NV_IF_TARGET(NV_IS_DEVICE, (to[w] = __ldg(from + w);), (to[w] = from[w];))
  }
  return value;
}

}  // namespace detail

/// An mdspan accessor policy for input `read_only`: loads go through the read-only data path (`__ldg`), so the memory
/// must not be written while the kernel runs. On the host loads are plain. Elements are trivially copyable.
template <class T>
struct read_only_accessor {
  using offset_policy = read_only_accessor;
  using element_type = const T;
  using reference = T;
  using data_handle_type = const T*;
  static_assert(std::is_trivially_copyable_v<T>,
                "gridfold: a read-only view's element is not trivially copyable (it is loaded as words): use a plain "
                "struct of numbers");

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (return load(p + i);), (return p[i];))
  }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }

 private:
#ifdef __CUDACC__
  static GRIDFOLD_HD T load(const T* p)
  {
    if constexpr (sizeof(T) % 16 == 0 && alignof(T) % 16 == 0)
      return detail::load_read_only<T, uint4>(p);
    else if constexpr (sizeof(T) % 8 == 0 && alignof(T) % 8 == 0)
      return detail::load_read_only<T, unsigned long long>(p);
    else if constexpr (sizeof(T) % 4 == 0 && alignof(T) % 4 == 0)
      return detail::load_read_only<T, unsigned>(p);
    else if constexpr (sizeof(T) % 2 == 0 && alignof(T) % 2 == 0)
      return detail::load_read_only<T, unsigned short>(p);
    else
      return detail::load_read_only<T, unsigned char>(p);
  }
#endif
};

}  // namespace gridfold::inline GRIDFOLD_ABI
