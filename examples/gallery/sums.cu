// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of 256 ones, wrong and right (Fan, CUDA Programming, ch. 8 and 9): docs/learn/gallery.md says what trace-cuda finds.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int terms = 256, threads = 128;

// [no_barrier]
__global__ void sum_without_barriers(const float* x, float* y)
{
  __shared__ float s_y[threads];
  const int tid = threadIdx.x;
  s_y[tid] = x[blockIdx.x * blockDim.x + tid];
  for (int offset = blockDim.x / 2; offset > 0; offset /= 2)
    if (tid < offset) s_y[tid] += s_y[tid + offset];
  if (tid == 0) atomicAdd(y, s_y[0]);
}
// [no_barrier]

// [barrier]
__device__ float sum_of_block(const float* x)
{
  __shared__ float s_y[threads];
  const int tid = threadIdx.x;
  s_y[tid] = x[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int offset = blockDim.x / 2; offset > 0; offset /= 2) {
    if (tid < offset) s_y[tid] += s_y[tid + offset];
    __syncthreads();
  }
  return s_y[0];
}
// [barrier]

// [plain_store]
__global__ void store_of_each_block(const float* x, float* y)
{
  const float sum = sum_of_block(x);
  if (threadIdx.x == 0) y[0] = sum;
}
// [plain_store]

// [plain_add]
__global__ void add_of_each_block(const float* x, float* y)
{
  const float sum = sum_of_block(x);
  if (threadIdx.x == 0) y[0] += sum;
}
// [plain_add]

// [atomic_add]
__global__ void sum_atomically(const float* x, float* y)
{
  const float sum = sum_of_block(x);
  if (threadIdx.x == 0) atomicAdd(y, sum);
}
// [atomic_add]

int main()
{
  float *x, *y;
  cudaMallocManaged(&x, terms * sizeof(float));
  cudaMallocManaged(&y, sizeof(float));
  for (int n = 0; n < terms; ++n) x[n] = 1;
  y[0] = 0;
  const auto show = [&](const char* kernel) {
    cudaDeviceSynchronize();
    std::printf("%-21s %3g of %d terms are in the sum\n", kernel, y[0], terms);
    y[0] = 0;
  };
  sum_without_barriers<<<terms / threads, threads>>>(x, y);
  show("sum_without_barriers");
  store_of_each_block<<<terms / threads, threads>>>(x, y);
  show("store_of_each_block");
  add_of_each_block<<<terms / threads, threads>>>(x, y);
  show("add_of_each_block");
  sum_atomically<<<terms / threads, threads>>>(x, y);
  show("sum_atomically");
  cudaFree(x);
  cudaFree(y);
}
