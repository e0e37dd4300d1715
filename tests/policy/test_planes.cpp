// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/planes.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a block's points lie in one plane or several")
{
  static_assert(gf::planes<4>::count == 4);
  static_assert(std::is_same_v<gf::planes<4>::axis, gf::axis::planes>);
  CHECK(gf::planes<4>::name() == "planes:4");
}
