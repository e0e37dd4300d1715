// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fan's neighbour lists in a plane by testing all pairs (CUDA Programming, ch. 9). NN[n] counts the
// neighbours of atom n, of which NL has room for MN. MN is an argument; in the book it is a constant.
#pragma once

#include <cuda_runtime.h>

typedef float real;

// Tests every pair once. Neighbour k of atom n is NL[n * MN + k]. The counts are zero before: in the book each thread
// zeroes one, to which others may add earlier.
__global__ void find_neighbor_atomic(int* NN, int* NL, const real* x, const real* y, int N, int MN, real cutoff_square)
{
  const int n1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (n1 >= N) return;
  const real x1 = x[n1], y1 = y[n1];
  for (int n2 = n1 + 1; n2 < N; ++n2) {
    const real x12 = x[n2] - x1, y12 = y[n2] - y1;
    const real distance_square = x12 * x12 + y12 * y12;
    if (distance_square < cutoff_square) {
      NL[n1 * MN + atomicAdd(&NN[n1], 1)] = n2;
      NL[n2 * MN + atomicAdd(&NN[n2], 1)] = n1;
    }
  }
}

// Tests every pair twice. Neighbour k of atom n is NL[k * N + n].
__global__ void find_neighbor_no_atomic(int* NN, int* NL, const real* x, const real* y, int N, real cutoff_square)
{
  const int n1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (n1 >= N) return;
  int count = 0;
  const real x1 = x[n1], y1 = y[n1];
  for (int n2 = 0; n2 < N; ++n2) {
    const real x12 = x[n2] - x1, y12 = y[n2] - y1;
    const real distance_square = x12 * x12 + y12 * y12;
    if (distance_square < cutoff_square && n2 != n1) NL[count++ * N + n1] = n2;
  }
  NN[n1] = count;
}
