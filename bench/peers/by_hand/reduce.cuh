// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fan's sums of an array (CUDA Programming, ch. 8 and 9), written by hand. Blocks have 128 threads. All but the last
/// kernel leave a sum of each block, which the book adds up on the host.
#pragma once

#include <cuda_runtime.h>

namespace by_hand
{

constexpr int reduce_threads = 128;

/// Adds halves in global memory, which it changes. The number of elements is a multiple of the block's threads.
template <class real>
__global__ void reduce_global(real* d_x, real* d_y)
{
  const int tid = threadIdx.x;
  real* x = d_x + blockDim.x * blockIdx.x;
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) x[tid] += x[tid + offset];
    __syncthreads();
  }
  if (tid == 0) d_y[blockIdx.x] = x[0];
}

/// The sum of a block, in s_y[0], for its thread 0.
template <class real>
__device__ void add_halves(const real* d_x, int N, real* s_y)
{
  const int tid = threadIdx.x;
  const int n = blockIdx.x * blockDim.x + tid;
  s_y[tid] = n < N ? d_x[n] : real(0);
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) s_y[tid] += s_y[tid + offset];
    __syncthreads();
  }
}

template <class real>
__global__ void reduce_shared(const real* d_x, real* d_y, int N)
{
  __shared__ real s_y[reduce_threads];
  add_halves(d_x, N, s_y);
  if (threadIdx.x == 0) d_y[blockIdx.x] = s_y[0];
}

/// The launch gives blockDim.x elements of shared memory.
template <class real>
__global__ void reduce_dynamic(const real* d_x, real* d_y, int N)
{
  extern __shared__ double memory[];
  real* s_y = reinterpret_cast<real*>(memory);
  add_halves(d_x, N, s_y);
  if (threadIdx.x == 0) d_y[blockIdx.x] = s_y[0];
}

/// Adds all blocks' sums to d_y[0], which is zero before.
template <class real>
__global__ void reduce_atomic(const real* d_x, real* d_y, int N)
{
  __shared__ real s_y[reduce_threads];
  add_halves(d_x, N, s_y);
  if (threadIdx.x == 0) atomicAdd(&d_y[0], s_y[0]);
}

}  // namespace by_hand
