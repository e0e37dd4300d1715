// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histograms of integers of which each warp, or each thread, has one of its own.
#pragma once

// A histogram per warp, in dynamic shared memory.
__global__ void histogram_of_warps(const int* values, int n, unsigned* counts, int bins)
{
  extern __shared__ unsigned copies[];
  const int warps = blockDim.x / 32;
  for (int i = threadIdx.x; i < warps * bins; i += blockDim.x) copies[i] = 0;
  __syncthreads();
  unsigned* mine = copies + threadIdx.x / 32 * bins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[values[i] % bins], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < warps; ++w) sum += copies[w * bins + bin];
    if (sum != 0) atomicAdd(&counts[bin], sum);
  }
}

// Eight counts per thread, in neighbouring bytes of shared memory: no atomics, at most 255 values per thread.
__global__ void histogram_of_threads(const int* values, int n, unsigned* counts)
{
  __shared__ unsigned char mine[8][128];
  const int t = threadIdx.x;
  for (int bin = 0; bin < 8; ++bin) mine[bin][t] = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) ++mine[values[i] & 7][t];
  __syncthreads();
  if (t < 8) {
    unsigned sum = 0;
    for (int other = 0; other < blockDim.x; ++other) sum += mine[t][other];
    atomicAdd(&counts[t], sum);
  }
}
