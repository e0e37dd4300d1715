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
  CHECK(std::isinf(gf::budget{}.runs));
}

TEST_CASE("options have the defaults that the reference shows")
{
  const gf::sweep_options options;
  CHECK((options.floor == 0 && options.tolerance == 0 && !options.flush));
  CHECK((options.warm_up == 0.002 && options.seconds == 1 && options.energy_seconds == 0.5));
  CHECK((options.least_runs == 10 && options.most_runs == 100));
  CHECK((options.precision == 0.005 && options.drift == 0.03));
  CHECK_FALSE((options.poison || options.rotate || options.energy || options.report));
}
