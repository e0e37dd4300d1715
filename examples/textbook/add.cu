// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors added by five access patterns, of which four floats of 32 bytes each are asked for, or fewer.
#include "add.cuh"

#include <algorithm>

#include "check.cuh"

int main()
{
  const int blocks = 128, threads = 32, size = blocks * threads;
  real *x, *y, *z;
  cudaMallocManaged(&x, (size + 1) * sizeof(real));
  cudaMallocManaged(&y, (size + 1) * sizeof(real));
  cudaMallocManaged(&z, (size + 1) * sizeof(real));
  for (int n = 0; n <= size; ++n) {
    x[n] = n % 101;
    y[n] = n % 37;
  }

  // Whether z[n] = x[step * n] + y[n] from element `first` on, and an omitted element is unchanged.
  const auto is_sum = [&](int first, int step) {
    cudaDeviceSynchronize();
    bool right = z[first == 0 ? size : 0] == -1;
    for (int n = first; n < first + size; ++n) right = right && z[n] == x[step * n] + y[n];
    std::fill(z, z + size + 1, -1.0f);
    return right;
  };
  std::fill(z, z + size + 1, -1.0f);
  add<<<blocks, threads>>>(x, y, z);
  check("add", is_sum(0, 1));
  add_permuted<<<blocks, threads>>>(x, y, z);
  check("add_permuted", is_sum(0, 1));
  add_offset<<<blocks, threads>>>(x, y, z);
  check("add_offset", is_sum(1, 1));
  add_stride<<<blocks, threads>>>(x, y, z);
  check("add_stride", is_sum(0, 1));
  add_broadcast<<<blocks, threads>>>(x, y, z);
  check("add_broadcast", is_sum(0, 0));

  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  return wrong_results != 0;
}
