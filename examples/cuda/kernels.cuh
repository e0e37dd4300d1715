// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels as a textbook has them, as plain CUDA: traced by tests/trace_cuda/test_counters.cpp, timed and counted on a
/// GPU by bench/.
#pragma once

typedef float real;
#define TILE_DIM 32
__global__ void add(float* x, float* y, float* z)
{
  int n = threadIdx.x + blockIdx.x * blockDim.x;
  z[n] = x[n] + y[n];
}
__global__ void add_permuted(float* x, float* y, float* z)
{
  int p = threadIdx.x ^ 0x1;
  int n = p + blockIdx.x * blockDim.x;
  z[n] = x[n] + y[n];
}
__global__ void add_offset(float* x, float* y, float* z)
{
  int n = threadIdx.x + blockIdx.x * blockDim.x + 1;
  z[n] = x[n] + y[n];
}
__global__ void add_stride(float* x, float* y, float* z)
{
  int n = blockIdx.x + threadIdx.x * gridDim.x;
  z[n] = x[n] + y[n];
}
__global__ void add_broadcast(float* x, float* y, float* z)
{
  int n = threadIdx.x + blockIdx.x * blockDim.x;
  z[n] = x[0] + y[n];
}
__global__ void transpose1(const real* A, real* B, const int N)
{
  const int nx = blockIdx.x * blockDim.x + threadIdx.x;
  const int ny = blockIdx.y * blockDim.y + threadIdx.y;
  if (nx < N && ny < N) B[nx * N + ny] = A[ny * N + nx];
}
__global__ void transpose2(const real* A, real* B, const int N)
{
  const int nx = blockIdx.x * blockDim.x + threadIdx.x;
  const int ny = blockIdx.y * blockDim.y + threadIdx.y;
  if (nx < N && ny < N) B[ny * N + nx] = A[nx * N + ny];
}
__global__ void transpose_shared(const real* A, real* B, const int N)
{
  __shared__ real S[TILE_DIM][TILE_DIM];
  int bx = blockIdx.x * TILE_DIM, by = blockIdx.y * TILE_DIM;
  int nx1 = bx + threadIdx.x, ny1 = by + threadIdx.y;
  if (nx1 < N && ny1 < N) S[threadIdx.y][threadIdx.x] = A[ny1 * N + nx1];
  __syncthreads();
  int nx2 = bx + threadIdx.y, ny2 = by + threadIdx.x;
  if (nx2 < N && ny2 < N) B[nx2 * N + ny2] = S[threadIdx.x][threadIdx.y];
}
__global__ void transpose_padded(const real* A, real* B, const int N)
{
  __shared__ real S[TILE_DIM][TILE_DIM + 1];
  int bx = blockIdx.x * TILE_DIM, by = blockIdx.y * TILE_DIM;
  int nx1 = bx + threadIdx.x, ny1 = by + threadIdx.y;
  if (nx1 < N && ny1 < N) S[threadIdx.y][threadIdx.x] = A[ny1 * N + nx1];
  __syncthreads();
  int nx2 = bx + threadIdx.y, ny2 = by + threadIdx.x;
  if (nx2 < N && ny2 < N) B[nx2 * N + ny2] = S[threadIdx.x][threadIdx.y];
}
__global__ void reduce_global(real* d_x, real* d_y)
{
  const int tid = threadIdx.x;
  real* x = d_x + blockDim.x * blockIdx.x;
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) x[tid] += x[tid + offset];
    __syncthreads();
  }
  if (tid == 0) d_y[blockIdx.x] = x[0];
}
__global__ void reduce_shared(real* d_x, real* d_y, int N)
{
  const int tid = threadIdx.x, bid = blockIdx.x, n = bid * blockDim.x + tid;
  __shared__ real s_y[128];
  s_y[tid] = (n < N) ? d_x[n] : 0.0;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset > 0; offset >>= 1) {
    if (tid < offset) s_y[tid] += s_y[tid + offset];
    __syncthreads();
  }
  if (tid == 0) d_y[bid] = s_y[0];
}
#define CHUNK_SIZE 1000
__constant__ float atoms[CHUNK_SIZE * 4];
#define COARSEN_FACTOR 4
struct grid3 {
  int x, y, z;
};
__global__ void cenergy_188(float* energygrid, grid3 grid, float gridspacing, float z, int numatoms)
{
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * COARSEN_FACTOR, j = blockIdx.y * blockDim.y + threadIdx.y,
      atomarrdim = numatoms * 4, k = z / gridspacing;
  float y = gridspacing * (float)j, x = gridspacing * (float)i;
  float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;
  for (int n = 0; n < atomarrdim; n += 4) {
    float dx0 = x - atoms[n], dx1 = dx0 + gridspacing, dx2 = dx0 + 2 * gridspacing, dx3 = dx0 + 3 * gridspacing,
          dy = y - atoms[n + 1], dz = z - atoms[n + 2], d = dy * dy + dz * dz, charge = atoms[n + 3];
    energy0 += charge / sqrtf(dx0 * dx0 + d);
    energy1 += charge / sqrtf(dx1 * dx1 + d);
    energy2 += charge / sqrtf(dx2 * dx2 + d);
    energy3 += charge / sqrtf(dx3 * dx3 + d);
  }
  energygrid[grid.x * grid.y * k + grid.x * j + i] += energy0;
  energygrid[grid.x * grid.y * k + grid.x * j + i + 1] += energy1;
  energygrid[grid.x * grid.y * k + grid.x * j + i + 2] += energy2;
  energygrid[grid.x * grid.y * k + grid.x * j + i + 3] += energy3;
}
__global__ void cenergy_1810(float* energygrid, grid3 grid, float gridspacing, float z, int numatoms)
{
  int i = blockIdx.x * blockDim.x * COARSEN_FACTOR + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y,
      atomarrdim = numatoms * 4, k = z / gridspacing;
  float y = gridspacing * (float)j, x = gridspacing * (float)i;
  float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;
  for (int n = 0; n < atomarrdim; n += 4) {
    float dx0 = x - atoms[n], dx1 = dx0 + blockDim.x * gridspacing, dx2 = dx0 + 2 * blockDim.x * gridspacing,
          dx3 = dx0 + 3 * blockDim.x * gridspacing, dy = y - atoms[n + 1], dz = z - atoms[n + 2], d = dy * dy + dz * dz,
          charge = atoms[n + 3];
    energy0 += charge / sqrtf(dx0 * dx0 + d);
    energy1 += charge / sqrtf(dx1 * dx1 + d);
    energy2 += charge / sqrtf(dx2 * dx2 + d);
    energy3 += charge / sqrtf(dx3 * dx3 + d);
  }
  energygrid[grid.x * grid.y * k + grid.x * j + i] += energy0;
  energygrid[grid.x * grid.y * k + grid.x * j + i + blockDim.x] += energy1;
  energygrid[grid.x * grid.y * k + grid.x * j + i + 2 * blockDim.x] += energy2;
  energygrid[grid.x * grid.y * k + grid.x * j + i + 3 * blockDim.x] += energy3;
}
__global__ void find_neighbor_no_atomic(int* d_NN, int* d_NL, const real* d_x, const real* d_y, const int N,
                                        const real cutoff_square)
{
  const int n1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (n1 < N) {
    int count = 0;
    const real x1 = d_x[n1], y1 = d_y[n1];
    for (int n2 = 0; n2 < N; ++n2) {
      const real x12 = d_x[n2] - x1, y12 = d_y[n2] - y1, distance_square = x12 * x12 + y12 * y12;
      if ((distance_square < cutoff_square) && (n2 != n1)) d_NL[(count++) * N + n1] = n2;
    }
    d_NN[n1] = count;
  }
}
__global__ void matmul_tiled(const float* A, const float* B, float* C, int Width)
{
  __shared__ float Ads[16][16], Bds[16][16];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y, Row = by * 16 + ty, Col = bx * 16 + tx;
  float value = 0;
  for (int ph = 0; ph < Width / 16; ++ph) {
    Ads[ty][tx] = A[Row * Width + ph * 16 + tx];
    Bds[ty][tx] = B[(ph * 16 + ty) * Width + Col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) value += Ads[ty][k] * Bds[k][tx];
    __syncthreads();
  }
  C[Row * Width + Col] = value;
}
