// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults at which a GPU stops, hangs or reads anything, and their cures: docs/learn/gallery.md says what trace-cuda
// finds.
#include <cuda_runtime.h>

#include <cstdio>

// [no_guard]
__global__ void scale_without_guard(const float* x, float* y, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];
}
// [no_guard]

// [guard]
__global__ void scale_guarded(const float* x, float* y, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
// [guard]

// [branch]
__global__ void reverse_in_branch(const float* x, float* y, int n)
{
  __shared__ float part[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    part[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = part[min(64, n - 64 * int(blockIdx.x)) - 1 - threadIdx.x];
  }
}
// [branch]

// [no_branch]
__global__ void reverse_guarded(const float* x, float* y, int n)
{
  __shared__ float part[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) part[threadIdx.x] = x[i];
  __syncthreads();
  if (i < n) y[i] = part[min(64, n - 64 * int(blockIdx.x)) - 1 - threadIdx.x];
}
// [no_branch]

// [missing]
__global__ void warp_sums_of_some(const float* x, float* y, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = x[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) y[i / 32] = sum;
}
// [missing]

// [whole]
__global__ void warp_sums_of_all(const float* x, float* y, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? x[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0 && i < n) y[i / 32] = sum;
}
// [whole]

// [misaligned]
__global__ void scale_by_vectors(const float* x, float* y, int n)
{
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 4 > n) return;
  const float4 four = reinterpret_cast<const float4*>(x + 1)[i / 4];  // all but the first element
  y[i] = 2 * four.x, y[i + 1] = 2 * four.y, y[i + 2] = 2 * four.z, y[i + 3] = 2 * four.w;
}
// [misaligned]

int main()
{
  const int n = 100;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i;
  scale_without_guard<<<2, 64>>>(x, y, n);
  scale_guarded<<<2, 64>>>(x, y, n);
  reverse_in_branch<<<2, 64>>>(x, y, n);
  reverse_guarded<<<2, 64>>>(x, y, n);
  warp_sums_of_some<<<2, 64>>>(x, y, n);
  warp_sums_of_all<<<2, 64>>>(x, y, n);
  scale_by_vectors<<<1, 32>>>(x, y, n - 1);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(x);
  cudaFree(y);
}
