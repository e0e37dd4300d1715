// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/stages.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a block has one tile at a time unless a variant says more")
{
  static_assert(std::is_same_v<gf::variant<>::stages, gf::stages<1>>);
  static_assert(gf::variant<gf::stages<3>>::stages::count == 3);
  CHECK(std::string(gf::variant<>::name()).find("stages") == std::string::npos);
  CHECK(gf::variant<gf::stages<3>>::name() == gf::variant<>::name() + "/stages:3");
}
