// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies of triples of numbers, written by hand: as an array of structures, aligned or not, and as a structure of
/// arrays (CUDA C Programming Guide, compute capability 1.x). The number of triples is that of the threads.
#pragma once

#include <cuda_runtime.h>

namespace by_hand
{

struct vec3 {
  float x, y, z;
};
struct __align__(16) aligned_vec3 { float x, y, z; };

template <class triple>
__global__ void copy_structures(const triple* from, triple* to)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const triple a = from[n];
  to[n] = a;
}

template <class real>
__global__ void copy_arrays(const real* a, const real* b, const real* c, real* to_a, real* to_b, real* to_c)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const real fa = a[n], fb = b[n], fc = c[n];
  to_a[n] = fa;
  to_b[n] = fb;
  to_c[n] = fc;
}

}  // namespace by_hand
