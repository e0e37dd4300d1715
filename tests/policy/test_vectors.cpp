// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/vectors.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a vector has 1 to 16 elements")
{
  static_assert(gf::vectors<1>::width == 1 && gf::vectors<16>::width == 16);
  static_assert(std::is_same_v<gf::vectors<4>::axis, gf::axis::vectors>);
  CHECK(gf::vectors<4>::name() == "vectors:4");
}
