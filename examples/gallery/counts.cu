// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours of 100 particles in a row, counted and listed wrongly and rightly (Fan, CUDA Programming, ch. 9):
// docs/learn/gallery.md says what trace-cuda finds.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int N = 100, MN = 4;  // particles, and the longest list

// [plain_count]
__global__ void count_without_atomics(const float* x, int* NN, int* NL)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  for (int other = n + 1; other < N; ++other)
    if (x[other] - x[n] < 1.5f) {
      NL[n * MN + NN[n]++] = other;
      NL[other * MN + NN[other]++] = n;
    }
}
// [plain_count]

// [late_count]
__global__ void count_after_reading(const float* x, int* NN, int* NL)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  for (int other = n + 1; other < N; ++other)
    if (x[other] - x[n] < 1.5f) {
      NL[n * MN + NN[n]] = other;
      atomicAdd(&NN[n], 1);
      NL[other * MN + NN[other]] = n;
      atomicAdd(&NN[other], 1);
    }
}
// [late_count]

// [atomic_count]
__global__ void count_atomically(const float* x, int* NN, int* NL)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  for (int other = n + 1; other < N; ++other)
    if (x[other] - x[n] < 1.5f) {
      NL[n * MN + atomicAdd(&NN[n], 1)] = other;
      NL[other * MN + atomicAdd(&NN[other], 1)] = n;
    }
}
// [atomic_count]

// [zero]
__global__ void count_from_zero(const float* x, int* NN, int* NL)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < N) NN[n] = 0;
  for (int other = n + 1; other < N; ++other)
    if (x[other] - x[n] < 1.5f) {
      NL[n * MN + atomicAdd(&NN[n], 1)] = other;
      NL[other * MN + atomicAdd(&NN[other], 1)] = n;
    }
}
// [zero]

int main()
{
  const int blocks = (N + 31) / 32, threads = 32;
  float x[N], *d_x;
  int *NN, *NL;
  for (int n = 0; n < N; ++n) x[n] = n;
  cudaMalloc(&d_x, sizeof(x));
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  const auto allocate = [&](bool zero) {
    cudaMalloc(&NN, N * sizeof(int));
    cudaMalloc(&NL, N * MN * sizeof(int));
    if (zero) cudaMemset(NN, 0, N * sizeof(int));
  };
  const auto show = [&](const char* kernel) {
    int counts[N], sum = 0;
    cudaMemcpy(counts, NN, sizeof(counts), cudaMemcpyDeviceToHost);
    for (const int count : counts) sum += count;
    std::printf("%-22s %3d of %d neighbours are counted\n", kernel, sum, 2 * (N - 1));
    cudaFree(NN);
    cudaFree(NL);
  };
  allocate(true);
  count_without_atomics<<<blocks, threads>>>(d_x, NN, NL);
  show("count_without_atomics");
  allocate(true);
  count_after_reading<<<blocks, threads>>>(d_x, NN, NL);
  show("count_after_reading");
  allocate(true);
  count_atomically<<<blocks, threads>>>(d_x, NN, NL);
  show("count_atomically");
  allocate(false);
  count_from_zero<<<blocks, threads>>>(d_x, NN, NL);
  show("count_from_zero");
  cudaFree(d_x);
}
