// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/transposed.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>

namespace gf = gridfold;

TEST_CASE("a transposed view has rows and columns exchanged, and no element moved")
{
  int numbers[6] = {0, 1, 2, 3, 4, 5};
  const cuda::std::mdspan<int, cuda::std::dextents<int, 2>> matrix(numbers, 2, 3);
  const auto other = gf::view::transposed(matrix);
  CHECK(other.extent(0) == 3);
  CHECK(other.extent(1) == 2);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) CHECK(&other(j, i) == &matrix(i, j));
  static_assert(gf::view::is_column_major<decltype(other)> == !gf::view::is_column_major<decltype(matrix)>);
  const auto again = gf::view::transposed(other);
  CHECK(&again(1, 2) == &matrix(1, 2));
}
