// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Coulomb sum with a cutoff by bins of atoms (Kirk, Hwu and El Hajj, 4th ed., ch. 18.5). The box is cut into bins of
// the cutoff's length, so that all atoms in reach of a point are in its bin and the 26 around it.
#pragma once

#include <cuda_runtime.h>

constexpr int BIN_CAPACITY = 8;  // atoms of a bin

// Numbers of bins and of points along each axis, the side of a bin, and the distance between points.
struct bins {
  int x, y, z;
  float side;
};
struct points {
  int x, y, z;
  float spacing;
};

// A thread per atom {x, y, z, charge}. `counts` is zero before; atoms beyond a bin's capacity are counted, and left
// out.
__global__ void fill_bins(const float4* charges, int numatoms, bins grid, int* counts, float4* binned)
{
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= numatoms) return;
  const float4 atom = charges[n];
  const int bin = (int(atom.z / grid.side) * grid.y + int(atom.y / grid.side)) * grid.x + int(atom.x / grid.side);
  const int place = atomicAdd(&counts[bin], 1);
  if (place < BIN_CAPACITY) binned[bin * BIN_CAPACITY + place] = atom;
}

// A thread per point.
__global__ void cutoff_by_bins(float* energygrid, points lattice, const int* counts, const float4* binned, bins grid)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  if (i >= lattice.x || j >= lattice.y) return;
  const float x = lattice.spacing * i, y = lattice.spacing * j, z = lattice.spacing * k;
  const int bx = int(x / grid.side), by = int(y / grid.side), bz = int(z / grid.side);
  const float cutoff_square = grid.side * grid.side;
  float energy = 0;
  for (int cz = max(bz - 1, 0); cz <= min(bz + 1, grid.z - 1); ++cz)
    for (int cy = max(by - 1, 0); cy <= min(by + 1, grid.y - 1); ++cy)
      for (int cx = max(bx - 1, 0); cx <= min(bx + 1, grid.x - 1); ++cx) {
        const int bin = (cz * grid.y + cy) * grid.x + cx;
        const int count = min(counts[bin], BIN_CAPACITY);
        for (int n = 0; n < count; ++n) {
          const float4 atom = binned[bin * BIN_CAPACITY + n];
          const float dx = x - atom.x, dy = y - atom.y, dz = z - atom.z, square = dx * dx + dy * dy + dz * dz;
          if (square < cutoff_square) energy += atom.w / sqrtf(square);
        }
      }
  energygrid[(size_t(k) * lattice.y + j) * lattice.x + i] = energy;
}
