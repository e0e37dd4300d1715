// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/statistics.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("the median lies in the middle, between two if they are even in number")
{
  CHECK(gf::median({3, 1, 2}) == 2);
  CHECK(gf::median({4, 1, 2, 3}) == 2.5);
  CHECK(gf::median({7}) == 7);
  CHECK(gf::median({}) == 0);
}

TEST_CASE("the spread is the width of the middle half")
{
  CHECK(gf::spread({8, 9, 10, 11, 12}) == doctest::Approx(0.2));
  CHECK(gf::spread({8, 9, 10, 11, 1000}) == doctest::Approx(0.2));
  CHECK(gf::spread({5, 5, 5}) == 0);
  CHECK(gf::spread({}) == 0);
}
