// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/choice.hpp>

#include <doctest/doctest.h>

#include <type_traits>

#include "fake.hpp"

namespace gf = gridfold;

TEST_CASE("a choice is the first variant until another is taken by its name")
{
  gf::choice<test::variants<1, 2, 4>> chosen;
  CHECK(chosen.name() == test::folded<1>::name());
  CHECK(chosen.take(test::folded<4>::name()));
  CHECK(chosen.name() == test::folded<4>::name());
  CHECK_FALSE(chosen.take("gather/none"));
  CHECK(chosen.name() == test::folded<4>::name());
  bool is_four = false;
  chosen([&]<class V>() { is_four = std::is_same_v<V, test::folded<4>>; });
  CHECK(is_four);
}
