// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/sweep_options.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace gf = gridfold;

TEST_CASE("options are in order without being set: nothing is checked, and every variant is swept")
{
  const gf::sweep_options options;
  CHECK(options.least_runs <= options.most_runs);
  CHECK_FALSE(options.error);
  CHECK_FALSE(options.filter);
  CHECK(options.work == 0);
  CHECK(std::isinf(gf::budget{}.seconds));
}
