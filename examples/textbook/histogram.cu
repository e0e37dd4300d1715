// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes counted with ever fewer collisions.
#include "histogram.cuh"

#include <algorithm>
#include <vector>

#include "check.cuh"

int main()
{
  const int size = 10000, threads = 128, each = 8, blocks = (size + threads - 1) / threads;
  unsigned char* values;
  unsigned* histogram;
  cudaMallocManaged(&values, size);
  cudaMallocManaged(&histogram, BINS * sizeof(unsigned));
  std::vector<unsigned> expected(BINS);
  for (int n = 0; n < size; ++n) {
    values[n] = n % 3 == 0 ? 77 : n * n % 251;
    ++expected[values[n]];
  }

  const auto is_histogram = [&] {
    cudaDeviceSynchronize();
    const bool right = std::equal(expected.begin(), expected.end(), histogram);
    std::fill(histogram, histogram + BINS, 0u);
    return right;
  };
  std::fill(histogram, histogram + BINS, 0u);
  histogram_global<<<blocks, threads>>>(values, size, histogram);
  check("histogram_global", is_histogram());
  histogram_privatized<<<blocks, threads>>>(values, size, histogram);
  check("histogram_privatized", is_histogram());
  histogram_contiguous<<<(size + threads * each - 1) / (threads * each), threads>>>(values, size, histogram, each);
  check("histogram_contiguous", is_histogram());
  histogram_interleaved<<<10, threads>>>(values, size, histogram);
  check("histogram_interleaved", is_histogram());
  histogram_aggregated<<<10, threads>>>(values, size, histogram);
  check("histogram_aggregated", is_histogram());

  cudaFree(values);
  cudaFree(histogram);
  return wrong_results != 0;
}
