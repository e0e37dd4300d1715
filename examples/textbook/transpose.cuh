// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fan's transposes of a matrix of N x N elements (CUDA Programming, ch. 7 and 8). Blocks have
// TILE_DIM x TILE_DIM threads.
#pragma once

#include <cuda_runtime.h>

typedef float real;

constexpr int TILE_DIM = 32;

// Coalesced reads.
__global__ void transpose_coalesced_read(const real* A, real* B, const int N)
{
  const int nx = blockIdx.x * blockDim.x + threadIdx.x;
  const int ny = blockIdx.y * blockDim.y + threadIdx.y;
  if (nx < N && ny < N) B[nx * N + ny] = A[ny * N + nx];
}

// Coalesced writes.
__global__ void transpose_coalesced_write(const real* A, real* B, const int N)
{
  const int nx = blockIdx.x * blockDim.x + threadIdx.x;
  const int ny = blockIdx.y * blockDim.y + threadIdx.y;
  if (nx < N && ny < N) B[ny * N + nx] = A[nx * N + ny];
}

// Coalesced writes, and reads by __ldg.
__global__ void transpose_coalesced_write_ldg(const real* A, real* B, const int N)
{
  const int nx = blockIdx.x * blockDim.x + threadIdx.x;
  const int ny = blockIdx.y * blockDim.y + threadIdx.y;
  if (nx < N && ny < N) B[ny * N + nx] = __ldg(&A[nx * N + ny]);
}

// Through shared memory, of which a warp reads a column: all lanes in one bank.
__global__ void transpose_bank_conflicts(const real* A, real* B, const int N)
{
  __shared__ real S[TILE_DIM][TILE_DIM];
  const int bx = blockIdx.x * TILE_DIM;
  const int by = blockIdx.y * TILE_DIM;

  const int nx1 = bx + threadIdx.x;
  const int ny1 = by + threadIdx.y;
  if (nx1 < N && ny1 < N) S[threadIdx.y][threadIdx.x] = A[ny1 * N + nx1];
  __syncthreads();

  const int nx2 = bx + threadIdx.y;
  const int ny2 = by + threadIdx.x;
  if (nx2 < N && ny2 < N) B[nx2 * N + ny2] = S[threadIdx.x][threadIdx.y];
}

// Through shared memory whose rows are one element longer: a column is spread over all banks.
__global__ void transpose_no_bank_conflicts(const real* A, real* B, const int N)
{
  __shared__ real S[TILE_DIM][TILE_DIM + 1];
  const int bx = blockIdx.x * TILE_DIM;
  const int by = blockIdx.y * TILE_DIM;

  const int nx1 = bx + threadIdx.x;
  const int ny1 = by + threadIdx.y;
  if (nx1 < N && ny1 < N) S[threadIdx.y][threadIdx.x] = A[ny1 * N + nx1];
  __syncthreads();

  const int nx2 = bx + threadIdx.y;
  const int ny2 = by + threadIdx.x;
  if (nx2 < N && ny2 < N) B[nx2 * N + ny2] = S[threadIdx.x][threadIdx.y];
}
