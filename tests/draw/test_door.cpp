// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>

#include "../support/svg_elements.hpp"

namespace gf = gridfold;

TEST_CASE("draw.hpp alone draws a trace")
{
  gf::aligned_vector<float> x(40);
  const gf::trace on;
  const auto p = on.argument(x.data(), 40, "x", gf::role::output);
  on.for_each_thread<gf::block<40>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = 1; });
  const auto all = test::elements_of(gf::draw(on.report()).str());
  CHECK(test::says(all, "x: the thread that owns each element"));
  CHECK(test::says(all, "x: what a store of 4 bytes by a warp moves"));
}
