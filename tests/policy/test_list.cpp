// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/list.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a list has a size") { static_assert(gf::list<>::size == 0 && gf::list<int, float, int>::size == 3); }

TEST_CASE("joined lists keep order and repetitions")
{
  static_assert(std::is_same_v<gf::join<gf::list<int>, gf::list<>, gf::list<float, int>>, gf::list<int, float, int>>);
  static_assert(std::is_same_v<gf::join<>, gf::list<>>);
}
