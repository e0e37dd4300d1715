// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of an array: Fan's (CUDA Programming, ch. 8 and 9), in blocks of 128 threads, and those of Kirk, Hwu and El Hajj
// (4th ed., ch. 10), whose warps diverge or do not. All but reduce_atomic leave a sum of each block, which the host
// adds up.
#pragma once

#include <cuda_runtime.h>

typedef float real;

constexpr int reduce_threads = 128;

// Adds halves in global memory, which it changes. The number of elements is a multiple of the block's threads.
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

__global__ void reduce_shared(const real* d_x, real* d_y, int N)
{
  const int tid = threadIdx.x;
  const int bid = blockIdx.x;
  const int n = bid * blockDim.x + tid;
  __shared__ real s_y[reduce_threads];
  s_y[tid] = n < N ? d_x[n] : real(0);
  __syncthreads();

  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) s_y[tid] += s_y[tid + offset];
    __syncthreads();
  }
  if (tid == 0) d_y[bid] = s_y[0];
}

// The launch gives blockDim.x elements of shared memory.
__global__ void reduce_dynamic(const real* d_x, real* d_y, int N)
{
  const int tid = threadIdx.x;
  const int bid = blockIdx.x;
  const int n = bid * blockDim.x + tid;
  extern __shared__ real dynamic_s_y[];
  dynamic_s_y[tid] = n < N ? d_x[n] : real(0);
  __syncthreads();

  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) dynamic_s_y[tid] += dynamic_s_y[tid + offset];
    __syncthreads();
  }
  if (tid == 0) d_y[bid] = dynamic_s_y[0];
}

// Adds all blocks' sums to d_y[0], which is zero before.
__global__ void reduce_atomic(const real* d_x, real* d_y, int N)
{
  const int tid = threadIdx.x;
  const int bid = blockIdx.x;
  const int n = bid * blockDim.x + tid;
  __shared__ real s_y[reduce_threads];
  s_y[tid] = n < N ? d_x[n] : real(0);
  __syncthreads();

  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) s_y[tid] += s_y[tid + offset];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(&d_y[0], s_y[0]);
}

// A block sums 2 * blockDim.x elements, in global memory, which it changes. Active threads lie ever farther apart:
// every warp has some until the end (Fig. 10.6).
__global__ void reduce_divergent(real* d_x, real* d_y)
{
  real* x = d_x + 2 * blockDim.x * blockIdx.x;
  const int i = 2 * threadIdx.x;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    if (threadIdx.x % stride == 0) x[i] += x[i + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) d_y[blockIdx.x] = x[0];
}

// Active threads lie side by side: whole warps are done early (Fig. 10.9).
__global__ void reduce_convergent(real* d_x, real* d_y)
{
  real* x = d_x + 2 * blockDim.x * blockIdx.x;
  const int i = threadIdx.x;
  for (int stride = blockDim.x; stride >= 1; stride /= 2) {
    if (i < stride) x[i] += x[i + stride];
    __syncthreads();
  }
  if (i == 0) d_y[blockIdx.x] = x[0];
}
