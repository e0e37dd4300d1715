// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests that are too slow for every run: half a minute on a core.
#include <doctest/doctest.h>

#include <gridfold/math/pack.hpp>

#include "every_float.hpp"

TEST_CASE("2^x is within its bound for every float")
{
  CHECK(test::wrong_of_all_floats<gridfold::pack<float, 4>>(1) == 0);
  CHECK(test::wrong_of_all_floats<test::widest>(1) == 0);
}
