// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices of small whole numbers, which floats have exactly.
#include "product.cuh"

#include <algorithm>

#include "check.cuh"

int main()
{
  const int Width = 3 * TILE_WIDTH;
  real *N, *M, *P;
  cudaMallocManaged(&N, Width * Width * sizeof(real));
  cudaMallocManaged(&M, Width * Width * sizeof(real));
  cudaMallocManaged(&P, Width * Width * sizeof(real));
  for (int n = 0; n < Width * Width; ++n) {
    N[n] = n * 7 % 17 - 8;
    M[n] = n * 5 % 13 - 6;
  }

  const dim3 blocks(3, 3), threads(TILE_WIDTH, TILE_WIDTH);
  const auto is_product = [&](bool column_major) {
    cudaDeviceSynchronize();
    bool right = true;
    for (int row = 0; row < Width; ++row)
      for (int col = 0; col < Width; ++col) {
        real sum = 0;
        for (int k = 0; k < Width; ++k) sum += N[row * Width + k] * M[column_major ? col * Width + k : k * Width + col];
        right = right && P[row * Width + col] == sum;
      }
    std::fill(P, P + Width * Width, 0.5f);
    return right;
  };
  product_row_major<<<blocks, threads>>>(N, M, P, Width);
  check("product_row_major", is_product(false));
  product_column_major<<<blocks, threads>>>(N, M, P, Width);
  check("product_column_major", is_product(true));
  product_tiled<<<blocks, threads>>>(N, M, P, Width);
  check("product_tiled", is_product(false));
  product_loaded_by_rows<<<blocks, threads>>>(N, M, P, Width);
  check("product_loaded_by_rows", is_product(true));
  product_corner_turning<<<blocks, threads>>>(N, M, P, Width);
  check("product_corner_turning", is_product(true));

  cudaFree(N);
  cudaFree(M);
  cudaFree(P);
  return wrong_results != 0;
}
