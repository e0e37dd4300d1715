// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fan's additions of vectors by access pattern (CUDA Programming, ch. 7). The number of elements is
// that of the threads, and each kernel is launched with blocks of one warp, as in the book.
#pragma once

#include <cuda_runtime.h>

typedef float real;

__global__ void add(real* x, real* y, real* z)
{
  const int n = threadIdx.x + blockIdx.x * blockDim.x;
  z[n] = x[n] + y[n];
}

__global__ void add_permuted(real* x, real* y, real* z)
{
  const int tid_permuted = threadIdx.x ^ 0x1;
  const int n = tid_permuted + blockIdx.x * blockDim.x;
  z[n] = x[n] + y[n];
}

// Leaves element 0 out, and needs one element more than there are threads.
__global__ void add_offset(real* x, real* y, real* z)
{
  const int n = threadIdx.x + blockIdx.x * blockDim.x + 1;
  z[n] = x[n] + y[n];
}

__global__ void add_stride(real* x, real* y, real* z)
{
  const int n = blockIdx.x + threadIdx.x * gridDim.x;
  z[n] = x[n] + y[n];
}

__global__ void add_broadcast(real* x, real* y, real* z)
{
  const int n = threadIdx.x + blockIdx.x * blockDim.x;
  z[n] = x[0] + y[n];
}
