// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches by threads of OpenMP: one, because a trace has one.
#include <omp.h>

#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

int main(int count, char** words)
{
  int* x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  omp_set_num_threads(4);
#pragma omp parallel
  {
    fill<<<1, 32>>>(x, omp_get_thread_num() + omp_get_num_threads() + _OPENMP / 100000);
  }
  printf("filled %d %c\n", x[31], words[1][0]);
}
