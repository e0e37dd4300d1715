// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/candidate.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "fake.hpp"

namespace gf = gridfold;

TEST_CASE("a candidate for each wanted variant runs it, with the executor or without")
{
  std::vector<std::string> ran;
  const int executor = 7;
  const auto with = [&]<class V>(int on) { ran.push_back(V::name() + " on " + std::to_string(on)); };
  const std::function<bool(const std::string&)> all,
      coarse = [](const std::string&name) { return name.find("/4/") != std::string::npos; };
  for (const auto& c : gf::tuning::candidates(test::variants<1, 4>{}, with, executor, all)) c.run();
  CHECK(ran == std::vector<std::string>{test::folded<1>::name() + " on 7", test::folded<4>::name() + " on 7"});
  const auto without = [&]<class V>() { ran.push_back(V::name()); };
  const auto chosen = gf::tuning::candidates(test::variants<1, 4>{}, without, executor, coarse);
  REQUIRE(chosen.size() == 1);
  CHECK(chosen[0].variant == test::folded<4>::name());
  chosen[0].run();
  CHECK(ran.back() == test::folded<4>::name());
}
