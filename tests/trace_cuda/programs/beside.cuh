// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
__global__ void scale_all(float* x, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
inline void scale(float* x, int n) { scale_all<<<(n + 255) / 256, 256>>>(x, n); }
