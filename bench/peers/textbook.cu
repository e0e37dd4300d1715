// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "textbook.hpp"

#include <algorithm>
#include <gridfold/exec/cuda_check.cuh>

namespace textbook::TEXTBOOK_ARITHMETIC
{

namespace
{

constexpr int chunk_size = 4000;  // CHUNK_SIZE*4 floats fill the 64 KB of constant memory
constexpr int coarsen_factor = 4;

__constant__ float atoms[chunk_size * 4];

struct grid {
  int nx, ny;
  float hx, hy, hz;
};

// Fig. 18.5: a thread per atom, which adds to every point of its slice.
__global__ void scatter(float* energygrid, grid g, int numatoms)
{
  const int n = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (n >= numatoms * 4) return;
  const int k = blockIdx.y;
  const float dz = g.hz * k - atoms[n + 2], dz2 = dz * dz, charge = atoms[n + 3];
  for (int j = 0; j < g.ny; ++j) {
    const float dy = g.hy * j - atoms[n + 1], dy2 = dy * dy;
    for (int i = 0; i < g.nx; ++i) {
      const float dx = g.hx * i - atoms[n];
      atomicAdd(&energygrid[(size_t(k) * g.ny + j) * g.nx + i], charge / sqrtf(dx * dx + dy2 + dz2));
    }
  }
}

// Fig. 18.6: a thread per point, which reads every atom.
__global__ void gather(float* energygrid, grid g, int numatoms)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  const float x = g.hx * i, y = g.hy * j, z = g.hz * k;
  float energy = 0;
  for (int n = 0; n < numatoms * 4; n += 4) {
    const float dx = x - atoms[n], dy = y - atoms[n + 1], dz = z - atoms[n + 2];
    energy += atoms[n + 3] / sqrtf(dx * dx + dy * dy + dz * dz);
  }
  energygrid[(size_t(k) * g.ny + j) * g.nx + i] += energy;
}

// Figs. 18.8 (step 1) and 18.10 (step blockDim.x): a thread per four points of a row.
template <bool Interleaved>
__global__ void coarsened(float* energygrid, grid g, int numatoms)
{
  const int step = Interleaved ? blockDim.x : 1;
  const int i = Interleaved ? blockIdx.x * blockDim.x * coarsen_factor + threadIdx.x
                            : (blockIdx.x * blockDim.x + threadIdx.x) * coarsen_factor;
  const int j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  const float x = g.hx * i, y = g.hy * j, z = g.hz * k;
  float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;
  for (int n = 0; n < numatoms * 4; n += 4) {
    const float dx0 = x - atoms[n], dx1 = dx0 + step * g.hx, dx2 = dx0 + 2 * step * g.hx, dx3 = dx0 + 3 * step * g.hx;
    const float dy = y - atoms[n + 1], dz = z - atoms[n + 2];
    const float dysqdzsq = dy * dy + dz * dz, charge = atoms[n + 3];
    energy0 += charge / sqrtf(dx0 * dx0 + dysqdzsq);
    energy1 += charge / sqrtf(dx1 * dx1 + dysqdzsq);
    energy2 += charge / sqrtf(dx2 * dx2 + dysqdzsq);
    energy3 += charge / sqrtf(dx3 * dx3 + dysqdzsq);
  }
  const size_t at = (size_t(k) * g.ny + j) * g.nx + i;
  energygrid[at] += energy0;
  energygrid[at + step] += energy1;
  energygrid[at + 2 * step] += energy2;
  energygrid[at + 3 * step] += energy3;
}

}  // namespace

void launch(figure which, float* energygrid, int nx, int ny, int nz, float hx, float hy, float hz, const float* all,
            int n)
{
  using gridfold::cuda_check;
  const dim3 block(32, 4), points(nx / 32, ny / 4, nz), fourths(nx / (32 * coarsen_factor), ny / 4, nz);
  const grid g{nx, ny, hx, hy, hz};
  for (int first = 0; first < n; first += chunk_size) {
    const int size = std::min(chunk_size, n - first);
    cuda_check(cudaMemcpyToSymbolAsync(atoms, all + size_t(first) * 4, size_t(size) * 16), "copying a chunk");
    switch (which) {
      case figure::scatter_18_5:
        scatter<<<dim3((size + 127) / 128, nz), 128>>>(energygrid, g, size);
        break;
      case figure::gather_18_6:
        gather<<<points, block>>>(energygrid, g, size);
        break;
      case figure::contiguous_18_8:
        coarsened<false><<<fourths, block>>>(energygrid, g, size);
        break;
      case figure::interleaved_18_10:
        coarsened<true><<<fourths, block>>>(energygrid, g, size);
        break;
    }
    cuda_check(cudaGetLastError(), "launching a kernel of the textbook");
  }
}

}  // namespace textbook::TEXTBOOK_ARITHMETIC
