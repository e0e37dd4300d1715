// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sorting network in shared memory, and places by votes.
#pragma once

// Bitonic: two elements per thread, from 2 * blockDim.x elements of a block.
__global__ void sort_blocks(int* values)
{
  extern __shared__ int sorted[];
  const int t = threadIdx.x, size = 2 * blockDim.x;
  int* own = values + blockIdx.x * size;
  sorted[t] = own[t];
  sorted[t + blockDim.x] = own[t + blockDim.x];
  for (int length = 2; length <= size; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int i = 2 * t - (t & (stride - 1));
      const bool ascending = (t & (length / 2)) == 0;
      const int a = sorted[i], b = sorted[i + stride];
      if ((a > b) == ascending) {
        sorted[i] = b;
        sorted[i + stride] = a;
      }
    }
  __syncthreads();
  own[t] = sorted[t];
  own[t + blockDim.x] = sorted[t + blockDim.x];
}

// Even values before odd ones, each in their order; votes of the warp give a value's place.
__global__ void split_by_bit(const unsigned* in, unsigned* out, int* zeros_of_block, int bit)
{
  __shared__ int zeros[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const bool one = (value >> bit & 1) != 0;
  const unsigned vote = __ballot_sync(0xffffffff, !one);
  if (lane == 0) zeros[warp] = __popc(vote);
  __syncthreads();
  int before = 0, all = 0;
  for (int w = 0; w < warps; ++w) {
    if (w < warp) before += zeros[w];
    all += zeros[w];
  }
  before += __popc(vote & ((1u << lane) - 1));
  const int place = one ? all + threadIdx.x - before : before;
  out[blockIdx.x * blockDim.x + place] = value;
  if (threadIdx.x == 0) zeros_of_block[blockIdx.x] = all;
}
