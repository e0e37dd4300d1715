// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/speeds.hpp>

#include <doctest/doctest.h>

#include <string>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("more points a thread have a longer latency and a higher rate", T, float, double)
{
  using of = gf::defaults::sum_speeds<T>;
  CHECK(of::one::latency < of::two::latency);
  CHECK(of::two::latency < of::row::latency);
  CHECK(of::one::pair_of_multiprocessor > of::two::pair_of_multiprocessor);
  CHECK(of::two::pair_of_multiprocessor > of::row::pair_of_multiprocessor);
  CHECK(of::few_points::latency < of::many_points::latency);
}

TEST_CASE("more elements a block have a higher rate")
{
  CHECK(gf::defaults::count_rates<1>::few < gf::defaults::count_rates<1>::some);
  CHECK(gf::defaults::count_rates<4>::some < gf::defaults::count_rates<4>::many);
}
