// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Warp shuffles of values of any size, on the device. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstring>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace exec
{

/// The value of the thread `offset` lanes above, for a warp whose lanes in `active` all call this; undefined if there
/// is no such lane.
template <class T>
__device__ __forceinline__ T from_lane_above(unsigned active, const T& value, int offset)
{
  static_assert(std::is_trivially_copyable_v<T>,
                "gridfold: a value handed through a warp is not trivially copyable (it travels as words of 4 bytes): "
                "use a plain struct of numbers");
  constexpr int words = (sizeof(T) + 3) / 4;
  unsigned word[words] = {};
  ::memcpy(word, __builtin_addressof(value), sizeof(T));
  GRIDFOLD_UNROLL
  for (int w = 0; w < words; ++w) word[w] = __shfl_down_sync(active, word[w], offset);
  T above;
  ::memcpy(__builtin_addressof(above), word, sizeof(T));
  return above;
}

}  // namespace exec

}  // namespace gridfold::inline GRIDFOLD_ABI
