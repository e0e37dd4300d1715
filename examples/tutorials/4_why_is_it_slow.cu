// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tutorial 4: why is it slow? Transposes of a matrix of n x n floats, for trace-cuda. n is a multiple of 32, and a block
// of 32 x 8 threads has a tile of 32 x 32.
// [includes]
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int side = 32;
// [includes]

// [slow]
__global__ void slow(const float* in, float* out, int n)
{
  __shared__ float tile[side][side];
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side;
  for (int j = threadIdx.y; j < side; j += 8) tile[j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  for (int j = threadIdx.y; j < side; j += 8) out[x * n + y + j] = tile[j][threadIdx.x];
}
// [slow]

// [turned]
__global__ void turned(const float* in, float* out, int n)
{
  __shared__ float tile[side][side];
  const int x = blockIdx.x * side, y = blockIdx.y * side, lane = threadIdx.x;
  for (int j = threadIdx.y; j < side; j += 8) tile[j][lane] = in[(y + j) * n + x + lane];
  __syncthreads();
  for (int j = threadIdx.y; j < side; j += 8) out[(x + j) * n + y + lane] = tile[lane][j];
}
// [turned]

__global__ void padded(const float* in, float* out, int n)
{
  // [padding]
  __shared__ float tile[side][side + 1];
  // [padding]
  const int x = blockIdx.x * side, y = blockIdx.y * side, lane = threadIdx.x;
  for (int j = threadIdx.y; j < side; j += 8) tile[j][lane] = in[(y + j) * n + x + lane];
  __syncthreads();
  for (int j = threadIdx.y; j < side; j += 8) out[(x + j) * n + y + lane] = tile[lane][j];
}

int main()
{
  const int n = 128;
  std::vector<float> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMemcpy(in, a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  const auto check = [&](const char* kernel) {
    cudaMemcpy(b.data(), out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n * n; ++i) wrong += b[i] != a[i % n * n + i / n];
    std::printf("%s: %d of %d elements are wrong\n", kernel, wrong, n * n);
  };
  // [launch]
  const dim3 grid(n / side, n / side), block(side, 8);
  slow<<<grid, block>>>(in, out, n);
  check("slow");
  turned<<<grid, block>>>(in, out, n);
  check("turned");
  padded<<<grid, block>>>(in, out, n);
  check("padded");
  // [launch]
  cudaFree(in);
  cudaFree(out);
}
