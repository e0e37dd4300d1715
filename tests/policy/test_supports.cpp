// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a verb supports compiles, runs and is right: variants drawn at random, by the seed RANDOM_VARIANTS
/// (tests/random/draw.hpp).
#include <gridfold/policy/verb.hpp>
//
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "../random/any_variant.hpp"
#include "../support/seed.hpp"

TEST_CASE("variants that a verb supports compile and are right")
{
  std::mt19937 generator(test::seed());
  INFO("RANDOM_VARIANTS: ", RANDOM_VARIANTS);
  int supported = 0;
  test::for_each_drawn<DRAWN_VARIANTS>([&]<class Case>(const char* verb) {
    if constexpr (Case::value) {
      const std::string wrong = Case::run(generator), variant = Case::variant::name().c_str(), of = verb;
      CAPTURE(of);
      CAPTURE(variant);
      CHECK(wrong == "");
      ++supported;
    }
  });
  CHECK(supported > DRAWN_VARIANTS);
}
