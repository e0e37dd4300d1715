// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The potential of the atoms in reach of each point of a lattice.
#include "cutoff.cuh"

#include <algorithm>
#include <cmath>

#include "check.cuh"

int main()
{
  const bins grid = {4, 3, 2, 4};
  const points lattice = {32, 24, 4, 0.5f};
  const int numatoms = 60, number_of_bins = grid.x * grid.y * grid.z, size = lattice.x * lattice.y * lattice.z;
  float4 *charges, *binned;
  int* counts;
  float* energygrid;
  cudaMallocManaged(&charges, numatoms * sizeof(float4));
  cudaMallocManaged(&binned, number_of_bins * BIN_CAPACITY * sizeof(float4));
  cudaMallocManaged(&counts, number_of_bins * sizeof(int));
  cudaMallocManaged(&energygrid, size * sizeof(float));
  for (int n = 0; n < numatoms; ++n)
    charges[n] = make_float4(n * 37 % 160 * 0.1f + 0.03f, n * 11 % 120 * 0.1f + 0.03f, n * 7 % 80 * 0.1f + 0.03f, 1);
  std::fill(counts, counts + number_of_bins, 0);

  fill_bins<<<1, 64>>>(charges, numatoms, grid, counts, binned);
  cudaDeviceSynchronize();
  int binned_atoms = 0;
  for (int b = 0; b < number_of_bins; ++b) binned_atoms += std::min(counts[b], BIN_CAPACITY);
  check("fill_bins", binned_atoms == numatoms);

  cutoff_by_bins<<<dim3(1, 6, lattice.z), dim3(32, 4)>>>(energygrid, lattice, counts, binned, grid);
  cudaDeviceSynchronize();
  bool right = true;
  for (int p = 0; p < size; ++p) {
    double expected = 0, doubtful = 0;
    for (int n = 0; n < numatoms; ++n) {
      const double dx = lattice.spacing * (p % lattice.x) - charges[n].x;
      const double dy = lattice.spacing * (p / lattice.x % lattice.y) - charges[n].y;
      const double dz = lattice.spacing * (p / lattice.x / lattice.y) - charges[n].z;
      const double distance = std::sqrt(dx * dx + dy * dy + dz * dz);
      if (distance < grid.side) expected += charges[n].w / distance;
      if (std::abs(distance - grid.side) < 1e-5) doubtful += charges[n].w / distance;
    }
    right = right && std::abs(energygrid[p] - expected) <= doubtful + 64 * expected * 0x1p-24;
  }
  check("cutoff_by_bins", right);

  cudaFree(charges);
  cudaFree(binned);
  cudaFree(counts);
  cudaFree(energygrid);
  return wrong_results != 0;
}
