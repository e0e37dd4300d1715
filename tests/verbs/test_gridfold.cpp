// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace gf = gridfold;

TEST_CASE("gridfold.hpp alone has every verb")
{
  const gf::host on;
  std::vector<float> out(6), sum(1);
  using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
  std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
  using vector = cuda::std::mdspan<float, cuda::std::dextents<int, 1>>;
  gf::copy(on, vector(numbers.data(), 6), vector(out.data(), 6));
  CHECK(out == numbers);
  gf::transpose(on, matrix(numbers.data(), 2, 3), matrix(out.data(), 3, 2));
  CHECK(out == std::vector<float>{1, 4, 2, 5, 3, 6});
  auto scratch = gf::make_reduce_scratch<float>(on);
  gf::reduce(on, numbers, sum, gf::sum{}, scratch);
  CHECK(sum[0] == 21);
  std::vector<float> product(4);
  gf::multiply(on, matrix(numbers.data(), 2, 3), matrix(out.data(), 3, 2), matrix(product.data(), 2, 2));
  CHECK(product == std::vector<float>{14, 32, 32, 77});
  CHECK(gf::neighbors(on, gf::positions(numbers), 1.5).of(1).size() == 2);
}
