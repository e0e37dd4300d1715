// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of triples of numbers, as an array of structures, aligned or not, and as a structure of arrays (CUDA C
// Programming Guide, compute capability 1.x); and of vectors of four. The number of structures is that of the threads.
#pragma once

#include <cuda_runtime.h>

struct vec3 {
  float x, y, z;
};
struct __align__(16) aligned_vec3 { float x, y, z; };

// Each of three loads uses every third float of what it moves.
__global__ void copy_structures(const vec3* from, vec3* to)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const vec3 a = from[n];
  to[n] = a;
}

__global__ void copy_aligned(const aligned_vec3* from, aligned_vec3* to)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const aligned_vec3 a = from[n];
  to[n] = a;
}

__global__ void copy_arrays(const float* a, const float* b, const float* c, float* to_a, float* to_b, float* to_c)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const float fa = a[n], fb = b[n], fc = c[n];
  to_a[n] = fa;
  to_b[n] = fb;
  to_c[n] = fc;
}

__global__ void copy_vectors(const float4* from, float4* to)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 a = from[n];
  to[n] = a;
}
