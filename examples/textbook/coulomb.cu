// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The potential of atoms on a lattice, by gathers and by a scatter.
#include "coulomb.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.cuh"

int main()
{
  const lattice grid = {128, 16, 0.5f, 0.5f, 0.5f};
  const int slices = 2, numatoms = 70, size = slices * grid.ny * grid.nx;
  std::vector<float> host_atoms(4 * numatoms);
  for (int n = 0; n < numatoms; ++n) {
    host_atoms[4 * n] = (n * 37 % 640) * 0.1f + 0.25f;
    host_atoms[4 * n + 1] = (n * 11 % 80) * 0.1f + 0.25f;
    host_atoms[4 * n + 2] = (n * 7 % 13) * 0.1f + 0.25f;
    host_atoms[4 * n + 3] = n % 2 == 0 ? 1 : -0.5f;
  }
  std::vector<double> expected(size), magnitudes(size);
  for (int p = 0; p < size; ++p)
    for (int n = 0; n < numatoms; ++n) {
      const double dx = grid.hx * (p % grid.nx) - host_atoms[4 * n];
      const double dy = grid.hy * (p / grid.nx % grid.ny) - host_atoms[4 * n + 1];
      const double dz = grid.hz * (p / grid.nx / grid.ny) - host_atoms[4 * n + 2];
      const double energy = host_atoms[4 * n + 3] / std::sqrt(dx * dx + dy * dy + dz * dz);
      expected[p] += energy;
      magnitudes[p] += std::abs(energy);
    }

  float* energygrid;
  float4* all_atoms;
  cudaMallocManaged(&energygrid, size * sizeof(float));
  cudaMallocManaged(&all_atoms, numatoms * sizeof(float4));
  std::copy(host_atoms.begin(), host_atoms.end(), &all_atoms[0].x);
  cudaMemcpyToSymbol(atoms, host_atoms.data(), host_atoms.size() * sizeof(float));

  // Whether each energy is within the rounding error of the sum, whose distances are rounded, too.
  const auto is_potential = [&] {
    cudaDeviceSynchronize();
    bool right = true;
    for (int p = 0; p < size; ++p)
      right = right && std::abs(energygrid[p] - expected[p]) <= (numatoms + 64) * magnitudes[p] * 0x1p-24;
    std::fill(energygrid, energygrid + size, 0.0f);
    return right;
  };
  std::fill(energygrid, energygrid + size, 0.0f);
  const dim3 block(32, 4), each(grid.nx / 32, grid.ny / 4, slices);
  const dim3 fourths(grid.nx / (32 * COARSEN_FACTOR), grid.ny / 4, slices);
  cenergy_scatter<<<dim3((numatoms + 63) / 64, slices), 64>>>(energygrid, grid, numatoms);
  check("cenergy_scatter", is_potential());
  cenergy_gather<<<each, block>>>(energygrid, grid, numatoms);
  check("cenergy_gather", is_potential());
  cenergy_shared<<<each, block, 32 * 4 * sizeof(float4)>>>(energygrid, grid, all_atoms, numatoms);
  check("cenergy_shared", is_potential());
  cenergy_contiguous<<<fourths, block>>>(energygrid, grid, numatoms);
  check("cenergy_contiguous", is_potential());
  cenergy_interleaved<<<fourths, block>>>(energygrid, grid, numatoms);
  check("cenergy_interleaved", is_potential());

  cudaFree(energygrid);
  cudaFree(all_atoms);
  return wrong_results != 0;
}
