// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/constant.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>

namespace gf = gridfold;

TEST_CASE("a kernel has a chunk of the inputs, which the host reads")
{
  using space = gf::constant_chunk<5>;
  static_assert(gf::memory_space<space> && space::read_by_host && !space::is_direct);
  static_assert(space::per_launch == 5 && space::per_overlapping_launch == 5);
  static_assert(space::parameter_bytes<double> == 6 * sizeof(double));
  int numbers[] = {2, 3, 5};
  const cuda::std::mdspan<int, cuda::std::dextents<int, 1>> in(numbers, 3);
  const auto chunk = space::parameter_of(in);
  numbers[1] = 0;
  CHECK((chunk.extent(0) == 3 && chunk(0) == 2 && chunk(1) == 3 && chunk(2) == 5));
}

TEST_CASE("the name has the size if it is not the usual one")
{
  CHECK(gf::constant::name() == "constant");
  CHECK(gf::constant_chunk<500>::name() == "constant:500");
}
