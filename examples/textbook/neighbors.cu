// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bonds of a sheet of graphene.
#include "neighbors.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.cuh"

int main()
{
  // A cell has four atoms, and is sqrt(3) by 3 bonds of 1.42 Angstrom.
  const int columns = 7, rows = 6, N = 4 * columns * rows, MN = 10, blocks = (N + 127) / 128;
  const real cutoff_square = 1.9f * 1.9f;
  const float cell_x[] = {0, 0.5f, 0.5f, 0}, cell_y[] = {0, 0.5f, 1.5f, 2};
  int *NN, *NL;
  real *x, *y;
  cudaMallocManaged(&NN, N * sizeof(int));
  cudaMallocManaged(&NL, N * N * sizeof(int));
  cudaMallocManaged(&x, N * sizeof(real));
  cudaMallocManaged(&y, N * sizeof(real));
  for (int n = 0; n < N; ++n) {
    x[n] = 1.42f * std::sqrt(3.0f) * (n / 4 % columns + cell_x[n % 4]);
    y[n] = 1.42f * (n / 4 / columns * 3 + cell_y[n % 4]);
  }

  // Whether the lists have the atoms in reach, in any order. Neighbour k of atom n is NL[n * of_atom + k *
  // of_neighbor].
  const auto are_bonds = [&](int of_atom, int of_neighbor) {
    cudaDeviceSynchronize();
    bool right = true;
    for (int n = 0; n < N; ++n) {
      std::vector<int> expected, found;
      for (int m = 0; m < N; ++m)
        if (m != n && std::hypot(x[m] - x[n], y[m] - y[n]) < 1.9f) expected.push_back(m);
      for (int k = 0; k < std::min(NN[n], MN); ++k) found.push_back(NL[n * of_atom + k * of_neighbor]);
      std::sort(found.begin(), found.end());
      right = right && found == expected;
    }
    return right;
  };
  std::fill(NN, NN + N, 0);
  find_neighbor_atomic<<<blocks, 128>>>(NN, NL, x, y, N, MN, cutoff_square);
  check("find_neighbor_atomic", are_bonds(MN, 1));
  find_neighbor_no_atomic<<<blocks, 128>>>(NN, NL, x, y, N, cutoff_square);
  check("find_neighbor_no_atomic", are_bonds(1, N));

  cudaFree(NN);
  cudaFree(NL);
  cudaFree(x);
  cudaFree(y);
  return wrong_results != 0;
}
