// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/coarsening.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a coarsening factor counts the items of a thread in both dimensions")
{
  static_assert(gf::coarsen<8, 4>::items == 32 && gf::coarsen<8>::items == 8 && gf::coarsen<8>::y == 1);
  static_assert(std::is_same_v<gf::coarsen<8>::axis, gf::axis::coarsening>);
  static_assert(gf::coarsening<gf::coarsen<8, 4>>);
  CHECK(gf::coarsen<8, 4>::name() == "8x4");
  CHECK(gf::coarsen<8>::name() == "8");
}
