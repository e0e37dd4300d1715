// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/neighbors/sort_rows.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

TEST_CASE("rows of any length are sorted, and nothing behind their counts or the capacity is touched")
{
  using matrix = cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 2>>;
  using vector = cuda::std::mdspan<int, cuda::std::dextents<int, 1>>;
  constexpr int rows = 301, capacity = 143;
  std::mt19937 generator(test::seed());
  std::vector<int> counts(rows), indices(rows * capacity);
  for (int n = 0; n < rows; ++n) counts[static_cast<std::size_t>(n)] = n;  // the last rows are longer than the capacity
  for (int& index : indices) index = std::uniform_int_distribution<int>(-9, 999)(generator);
  std::vector<int> expected = indices;
  for (int n = 0; n < rows; ++n) {
    const auto first = expected.begin() + n * capacity;
    std::sort(first, first + std::min(n, capacity));
  }
  using kernel = gf::kernel::sort_rows<vector, matrix>;
  gf::host{}.run(kernel{vector(counts.data(), rows), matrix(indices.data(), rows, capacity)}, kernel::grid(rows));
  CHECK(indices == expected);
}
