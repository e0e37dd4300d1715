// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

__global__ void beyond(int* x, int n)
{
  const int i = threadIdx.x;
  if (i <= n) x[i] = i;
}

int main()
{
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  beyond<<<1, 64>>>(x, 32);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
