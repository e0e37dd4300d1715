// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of square matrices (Kirk, Hwu and El Hajj, 4th ed., ch. 5 and 6): N is row-major, and so
// is the result P. Blocks have TILE_WIDTH x TILE_WIDTH threads, and Width is a multiple of TILE_WIDTH.
#pragma once

#include <cuda_runtime.h>

typedef float real;

constexpr int TILE_WIDTH = 16;

// M is row-major: neighbouring threads read neighbouring elements of it.
__global__ void product_row_major(const real* N, const real* M, real* P, int Width)
{
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  real value = 0;
  for (int k = 0; k < Width; ++k) value += N[row * Width + k] * M[k * Width + col];
  P[row * Width + col] = value;
}

// M is column-major: neighbouring threads read elements that are Width apart.
__global__ void product_column_major(const real* N, const real* M, real* P, int Width)
{
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  real value = 0;
  for (int k = 0; k < Width; ++k) value += N[row * Width + k] * M[col * Width + k];
  P[row * Width + col] = value;
}

// Tiles of N and of a row-major M (Fig. 5.9).
__global__ void product_tiled(const real* N, const real* M, real* P, int Width)
{
  __shared__ real Nds[TILE_WIDTH][TILE_WIDTH], Mds[TILE_WIDTH][TILE_WIDTH];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
  real value = 0;
  for (int ph = 0; ph < Width / TILE_WIDTH; ++ph) {
    Nds[ty][tx] = N[row * Width + ph * TILE_WIDTH + tx];
    Mds[ty][tx] = M[(ph * TILE_WIDTH + ty) * Width + col];
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) value += Nds[ty][k] * Mds[k][tx];
    __syncthreads();
  }
  P[row * Width + col] = value;
}

// Tiles of N and of a column-major M, which neighbouring threads load along a row (Fig. 6.4A).
__global__ void product_loaded_by_rows(const real* N, const real* M, real* P, int Width)
{
  __shared__ real Nds[TILE_WIDTH][TILE_WIDTH], Mds[TILE_WIDTH][TILE_WIDTH];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
  real value = 0;
  for (int ph = 0; ph < Width / TILE_WIDTH; ++ph) {
    Nds[ty][tx] = N[row * Width + ph * TILE_WIDTH + tx];
    Mds[ty][tx] = M[(ph * TILE_WIDTH + ty) + col * Width];
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) value += Nds[ty][k] * Mds[k][tx];
    __syncthreads();
  }
  P[row * Width + col] = value;
}

// Corner turning: neighbouring threads load a column-major M along a column (Fig. 6.4B), so that a row of Mds is one.
__global__ void product_corner_turning(const real* N, const real* M, real* P, int Width)
{
  __shared__ real Nds[TILE_WIDTH][TILE_WIDTH], Mds[TILE_WIDTH][TILE_WIDTH];
  const int bx = blockIdx.x, tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE_WIDTH + ty, col = bx * TILE_WIDTH + tx;
  real value = 0;
  for (int ph = 0; ph < Width / TILE_WIDTH; ++ph) {
    Nds[ty][tx] = N[row * Width + ph * TILE_WIDTH + tx];
    Mds[ty][tx] = M[(ph * TILE_WIDTH + tx) + (bx * TILE_WIDTH + ty) * Width];
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) value += Nds[ty][k] * Mds[tx][k];
    __syncthreads();
  }
  P[row * Width + col] = value;
}
