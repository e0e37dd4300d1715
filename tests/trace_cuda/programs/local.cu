// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of threads: with indices that are no constants, and with those that are once loops are unrolled.
#include <cuda_runtime.h>

__device__ __attribute__((noinline)) float sum(const float* a, int n)
{
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
__global__ void in_memory(const float* in, float* out, int n)
{
  float a[64];
  for (int i = 0; i < n; ++i) a[i] = in[i];
  double b[8];
  b[n % 8] = in[0];
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[(i * threadIdx.x) % n];
  out[threadIdx.x] = s + sum(a, n) + b[3 * n % 8];
}
__global__ void in_registers(const float* in, float* out)
{
  float a[4];
  for (int i = 0; i < 4; ++i) a[i] = in[i + threadIdx.x];
  out[threadIdx.x] = a[0] + a[1] * a[2] + a[3];
}

int main()
{
  float *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  in_memory<<<1, 64>>>(in, out, 16);
  in_registers<<<1, 32>>>(in, out);
}
