// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of CUDA for compilers other than nvcc, as headers of vectors have them, and a function that C++20 has, too.
#pragma once
#include <math.h>

#ifndef __CUDACC__
inline int fallbacks_called = 0;
inline float rsqrtf(float x)
{
  ++fallbacks_called;
  return 1 / sqrtf(x);
}
inline float fminf(float a, float b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
#endif
inline __device__ __host__ float lerp(float a, float b, float t) { return a + t * (b - a); }
