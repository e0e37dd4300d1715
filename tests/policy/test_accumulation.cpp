// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/accumulation.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("ways to accumulate belong to one axis, and have names of their own")
{
  static_assert(std::is_same_v<gf::plain::axis, gf::axis::accumulation>);
  static_assert(std::is_same_v<gf::compensated::axis, gf::plain::axis>);
  static_assert(std::is_same_v<gf::wide<double>::axis, gf::plain::axis>);
  CHECK(gf::plain::name() == "plain");
  CHECK(gf::compensated::name() == "compensated");
  CHECK(gf::wide<double>::name() == "wide");
}
