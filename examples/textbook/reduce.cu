// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers added up in blocks.
#include "reduce.cuh"

#include "check.cuh"

int main()
{
  // Whole numbers, which floats add up exactly.
  const int blocks = 12, threads = reduce_threads, N = 2 * blocks * threads - 57;
  real *d_x, *d_y;
  cudaMallocManaged(&d_x, 2 * blocks * threads * sizeof(real));
  cudaMallocManaged(&d_y, 2 * blocks * sizeof(real));
  const auto fill = [&] {
    for (int n = 0; n < 2 * blocks * threads; ++n) d_x[n] = n < N ? n * 37 % 101 : 0;
    for (int b = 0; b < 2 * blocks; ++b) d_y[b] = 0;
  };
  fill();
  real expected = 0;
  for (int n = 0; n < N; ++n) expected += d_x[n];
  const auto is_sum = [&] {
    cudaDeviceSynchronize();
    real sum = 0;
    for (int b = 0; b < 2 * blocks; ++b) sum += d_y[b];
    fill();
    return sum == expected;
  };
  reduce_global<<<2 * blocks, threads>>>(d_x, d_y);
  check("reduce_global", is_sum());
  reduce_shared<<<2 * blocks, threads>>>(d_x, d_y, N);
  check("reduce_shared", is_sum());
  reduce_dynamic<<<2 * blocks, threads, threads * sizeof(real)>>>(d_x, d_y, N);
  check("reduce_dynamic", is_sum());
  reduce_atomic<<<2 * blocks, threads>>>(d_x, d_y, N);
  check("reduce_atomic", is_sum());
  reduce_divergent<<<blocks, threads>>>(d_x, d_y);
  check("reduce_divergent", is_sum());
  reduce_convergent<<<blocks, threads>>>(d_x, d_y);
  check("reduce_convergent", is_sum());

  cudaFree(d_x);
  cudaFree(d_y);
  return wrong_results != 0;
}
