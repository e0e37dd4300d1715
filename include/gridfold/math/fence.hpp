// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A fence against reassociation, for arithmetic whose order matters.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/math/pack.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace math
{

/// Returns x; the compiler may not reassociate operations across the call, even under -ffast-math.
template <class T>
GRIDFOLD_HD T fenced(T x)
{
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
  __asm__("" : "+x"(x));
#elif defined(__aarch64__) && !defined(__CUDA_ARCH__)
  __asm__("" : "+w"(x));
#endif
  return x;
}
template <class T, int Lanes>
GRIDFOLD_HD pack<T, Lanes> fenced(const pack<T, Lanes>& x)
{
  if constexpr (math::register_of<pack<T, Lanes>, T>)
    return pack<T, Lanes>(fenced(x.lane));
  else
    return map_lanes(x, [](T lane) { return fenced(lane); });
}

}  // namespace math

}  // namespace gridfold::inline GRIDFOLD_ABI
