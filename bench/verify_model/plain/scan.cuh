// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix sums: of each block, in shared memory, then of the blocks' sums.
#pragma once

constexpr int SCAN_THREADS = 256;

// Hillis and Steele: log2(n) steps, each of which adds an element to one farther on. Blocks have at most SCAN_THREADS
// threads.
__global__ void scan_steps(const int* in, int* out, int* sums, int n)
{
  __shared__ int a[SCAN_THREADS], b[SCAN_THREADS];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int *from = a, *to = b;
  from[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    to[t] = t >= offset ? from[t] + from[t - offset] : from[t];
    __syncthreads();
    int* swap = from;
    from = to;
    to = swap;
  }
  if (i < n) out[i] = from[t];
  if (t == blockDim.x - 1) sums[blockIdx.x] = from[t];
}

// Blelloch: up and down a tree, two elements per thread; strides of powers of two cause bank conflicts.
__global__ void scan_tree(const int* in, int* out, int* sums, int n)
{
  extern __shared__ int tree[];
  const int t = threadIdx.x, size = 2 * blockDim.x, first = blockIdx.x * size;
  tree[2 * t] = first + 2 * t < n ? in[first + 2 * t] : 0;
  tree[2 * t + 1] = first + 2 * t + 1 < n ? in[first + 2 * t + 1] : 0;
  int stride = 1;
  for (int d = size / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) tree[stride * (2 * t + 2) - 1] += tree[stride * (2 * t + 1) - 1];
    stride *= 2;
  }
  if (t == 0) {
    sums[blockIdx.x] = tree[size - 1];
    tree[size - 1] = 0;
  }
  for (int d = 1; d < size; d *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < d) {
      const int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
      const int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  if (first + 2 * t < n) out[first + 2 * t] = tree[2 * t];
  if (first + 2 * t + 1 < n) out[first + 2 * t + 1] = tree[2 * t + 1];
}

// By shuffles within each warp, then over the warps' sums.
__global__ void scan_warps(const int* in, int* out, int n)
{
  __shared__ int of_warp[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = i < n ? in[i] : 0;
  for (int offset = 1; offset < 32; offset *= 2) {
    const int before = __shfl_up_sync(0xffffffff, value, offset);
    if (lane >= offset) value += before;
  }
  if (lane == 31) of_warp[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? of_warp[lane] : 0;
    for (int offset = 1; offset < 32; offset *= 2) {
      const int before = __shfl_up_sync(0xffffffff, sum, offset);
      if (lane >= offset) sum += before;
    }
    of_warp[lane] = sum;
  }
  __syncthreads();
  if (warp > 0) value += of_warp[warp - 1];
  if (i < n) out[i] = value;
}

__global__ void add_sums(int* out, const int* sums, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}
