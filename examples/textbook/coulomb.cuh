// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Direct Coulomb sums (Kirk, Hwu and El Hajj, 4th ed., ch. 18). One launch computes all slices of the lattice, which
// saves a launch per slice. The number of points of a row is a multiple of those of a block, the number of rows of its
// threads along y.
#pragma once

#include <cuda_runtime.h>

constexpr int CHUNK_SIZE = 4000;  // CHUNK_SIZE * 4 floats fill the 64 KB of constant memory
constexpr int COARSEN_FACTOR = 4;

__constant__ float atoms[CHUNK_SIZE * 4];  // x, y, z, charge of each

// Numbers of points along x and y, and the distances between them.
struct lattice {
  int nx, ny;
  float hx, hy, hz;
};

// Fig. 18.5: a thread per atom, which adds to every point of its slice.
__global__ void cenergy_scatter(float* energygrid, lattice grid, int numatoms)
{
  const int n = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (n >= numatoms * 4) return;
  const int k = blockIdx.y;
  const float dz = grid.hz * k - atoms[n + 2], dz2 = dz * dz, charge = atoms[n + 3];
  for (int j = 0; j < grid.ny; ++j) {
    const float dy = grid.hy * j - atoms[n + 1], dy2 = dy * dy;
    for (int i = 0; i < grid.nx; ++i) {
      const float dx = grid.hx * i - atoms[n];
      atomicAdd(&energygrid[(size_t(k) * grid.ny + j) * grid.nx + i], charge / sqrtf(dx * dx + dy2 + dz2));
    }
  }
}

// Fig. 18.6: a thread per point, which reads every atom.
__global__ void cenergy_gather(float* energygrid, lattice grid, int numatoms)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  const float x = grid.hx * i, y = grid.hy * j, z = grid.hz * k;
  float energy = 0;
  for (int n = 0; n < numatoms * 4; n += 4) {
    const float dx = x - atoms[n], dy = y - atoms[n + 1], dz = z - atoms[n + 2];
    energy += atoms[n + 3] / sqrtf(dx * dx + dy * dy + dz * dz);
  }
  energygrid[(size_t(k) * grid.ny + j) * grid.nx + i] += energy;
}

// As Fig. 18.6, but atoms are in global memory. A block loads blockDim.x * blockDim.y of them at a time into shared
// memory; the launch gives 16 bytes for each.
__global__ void cenergy_shared(float* energygrid, lattice grid, const float4* all_atoms, int numatoms)
{
  extern __shared__ float4 tile[];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  const float x = grid.hx * i, y = grid.hy * j, z = grid.hz * k;
  float energy = 0;
  for (int first = 0; first < numatoms; first += threads) {
    if (first + thread < numatoms) tile[thread] = all_atoms[first + thread];
    __syncthreads();
    const int loaded = min(threads, numatoms - first);
    for (int n = 0; n < loaded; ++n) {
      const float4 atom = tile[n];
      const float dx = x - atom.x, dy = y - atom.y, dz = z - atom.z;
      energy += atom.w / sqrtf(dx * dx + dy * dy + dz * dz);
    }
    __syncthreads();
  }
  energygrid[(size_t(k) * grid.ny + j) * grid.nx + i] += energy;
}

// Fig. 18.8: a thread per four points side by side.
__global__ void cenergy_contiguous(float* energygrid, lattice grid, int numatoms)
{
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * COARSEN_FACTOR;
  const int j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  const float x = grid.hx * i, y = grid.hy * j, z = grid.hz * k;
  float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;
  for (int n = 0; n < numatoms * 4; n += 4) {
    const float dx0 = x - atoms[n], dx1 = dx0 + grid.hx, dx2 = dx0 + 2 * grid.hx, dx3 = dx0 + 3 * grid.hx;
    const float dy = y - atoms[n + 1], dz = z - atoms[n + 2];
    const float dysqdzsq = dy * dy + dz * dz, charge = atoms[n + 3];
    energy0 += charge / sqrtf(dx0 * dx0 + dysqdzsq);
    energy1 += charge / sqrtf(dx1 * dx1 + dysqdzsq);
    energy2 += charge / sqrtf(dx2 * dx2 + dysqdzsq);
    energy3 += charge / sqrtf(dx3 * dx3 + dysqdzsq);
  }
  const size_t at = (size_t(k) * grid.ny + j) * grid.nx + i;
  energygrid[at] += energy0;
  energygrid[at + 1] += energy1;
  energygrid[at + 2] += energy2;
  energygrid[at + 3] += energy3;
}

// Fig. 18.10: a thread per four points that are blockDim.x apart, so that neighbouring threads have neighbouring
// points.
__global__ void cenergy_interleaved(float* energygrid, lattice grid, int numatoms)
{
  const int i = blockIdx.x * blockDim.x * COARSEN_FACTOR + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  const float x = grid.hx * i, y = grid.hy * j, z = grid.hz * k;
  float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;
  for (int n = 0; n < numatoms * 4; n += 4) {
    const float dx0 = x - atoms[n], dx1 = dx0 + blockDim.x * grid.hx, dx2 = dx0 + 2 * blockDim.x * grid.hx;
    const float dx3 = dx0 + 3 * blockDim.x * grid.hx;
    const float dy = y - atoms[n + 1], dz = z - atoms[n + 2];
    const float dysqdzsq = dy * dy + dz * dz, charge = atoms[n + 3];
    energy0 += charge / sqrtf(dx0 * dx0 + dysqdzsq);
    energy1 += charge / sqrtf(dx1 * dx1 + dysqdzsq);
    energy2 += charge / sqrtf(dx2 * dx2 + dysqdzsq);
    energy3 += charge / sqrtf(dx3 * dx3 + dysqdzsq);
  }
  const size_t at = (size_t(k) * grid.ny + j) * grid.nx + i;
  energygrid[at] += energy0;
  energygrid[at + blockDim.x] += energy1;
  energygrid[at + 2 * blockDim.x] += energy2;
  energygrid[at + 3 * blockDim.x] += energy3;
}
