// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A fence for arithmetic whose order matters.
#pragma once

#include <gridfold/config.hpp>
#include <gridfold/math/pack.hpp>

namespace gridfold
{

namespace detail
{

/// x as computed up to here: no floating-point flag may reassociate across it.
template <class T>
GRIDFOLD_HD T fenced(T x)
{
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
  __asm__("" : "+x"(x));
#endif
  return x;
}
template <class T, int Lanes>
GRIDFOLD_HD pack<T, Lanes> fenced(const pack<T, Lanes>& x)
{
  return pack<T, Lanes>(fenced(x.lane));
}

}  // namespace detail

}  // namespace gridfold
