// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histograms of bytes (Kirk, Hwu and El Hajj, 4th ed., ch. 9). `histogram` has BINS counts, which are zero before.
#pragma once

#include <cuda_runtime.h>

constexpr int BINS = 256;

// A thread per value: threads of one value wait for each other.
__global__ void histogram_global(const unsigned char* values, int size, unsigned* histogram)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < size) atomicAdd(&histogram[values[n]], 1);
}

// A histogram of its own in each block's shared memory.
__global__ void histogram_privatized(const unsigned char* values, int size, unsigned* histogram)
{
  __shared__ unsigned counts[BINS];
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < size) atomicAdd(&counts[values[n]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
}

// A thread counts `each` values that lie side by side.
__global__ void histogram_contiguous(const unsigned char* values, int size, unsigned* histogram, int each)
{
  __shared__ unsigned counts[BINS];
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int n = first; n < min(first + each, size); ++n) atomicAdd(&counts[values[n]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
}

// Neighbouring threads count neighbouring values.
__global__ void histogram_interleaved(const unsigned char* values, int size, unsigned* histogram)
{
  __shared__ unsigned counts[BINS];
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  for (int n = blockIdx.x * blockDim.x + threadIdx.x; n < size; n += blockDim.x * gridDim.x)
    atomicAdd(&counts[values[n]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
}

// A thread adds up equal values that follow each other, before it adds them to the block's counts.
__global__ void histogram_aggregated(const unsigned char* values, int size, unsigned* histogram)
{
  __shared__ unsigned counts[BINS];
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  unsigned seen = 0;
  int before = -1;
  for (int n = blockIdx.x * blockDim.x + threadIdx.x; n < size; n += blockDim.x * gridDim.x) {
    const int bin = values[n];
    if (bin != before) {
      if (seen > 0) atomicAdd(&counts[before], seen);
      seen = 0;
      before = bin;
    }
    ++seen;
  }
  if (seen > 0) atomicAdd(&counts[before], seen);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
    if (counts[bin] > 0) atomicAdd(&histogram[bin], counts[bin]);
}
