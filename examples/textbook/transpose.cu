// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A square matrix transposed with and without shared memory.
#include "transpose.cuh"

#include <algorithm>

#include "check.cuh"

int main()
{
  const int N = 77, blocks = (N + TILE_DIM - 1) / TILE_DIM;
  real *A, *B;
  cudaMallocManaged(&A, N * N * sizeof(real));
  cudaMallocManaged(&B, N * N * sizeof(real));
  for (int n = 0; n < N * N; ++n) A[n] = n;

  const dim3 grid(blocks, blocks), threads(TILE_DIM, TILE_DIM);
  const auto is_transposed = [&] {
    cudaDeviceSynchronize();
    bool right = true;
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column) right = right && B[column * N + row] == A[row * N + column];
    std::fill(B, B + N * N, -1.0f);
    return right;
  };
  transpose_coalesced_read<<<grid, threads>>>(A, B, N);
  check("transpose_coalesced_read", is_transposed());
  transpose_coalesced_write<<<grid, threads>>>(A, B, N);
  check("transpose_coalesced_write", is_transposed());
  transpose_coalesced_write_ldg<<<grid, threads>>>(A, B, N);
  check("transpose_coalesced_write_ldg", is_transposed());
  transpose_bank_conflicts<<<grid, threads>>>(A, B, N);
  check("transpose_bank_conflicts", is_transposed());
  transpose_no_bank_conflicts<<<grid, threads>>>(A, B, N);
  check("transpose_no_bank_conflicts", is_transposed());

  cudaFree(A);
  cudaFree(B);
  return wrong_results != 0;
}
