// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/slices.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("the sources of a sum are added by one thread for each point or several")
{
  static_assert(gf::slices<4>::count == 4);
  static_assert(std::is_same_v<gf::slices<4>::axis, gf::axis::slices>);
  CHECK(gf::slices<4>::name() == "slices:4");
}
