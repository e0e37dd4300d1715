// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory of a trace is bounded.
#include <doctest/doctest.h>

#include <gridfold/trace/executor.hpp>

namespace gf = gridfold;

TEST_CASE("too many accesses of a thread between two barriers are refused")
{
  const auto traced = [](int barriers, int reads) {
    float x = 1;
    const gf::trace on;
    const auto in = on.argument(&x, 1, "x");
    for (int b = 0; b < barriers; ++b)
      on.for_each_thread<gf::block<1>>({1, 1, 1}, [&](gf::index3, gf::thread) {
        for (int i = 0; i < reads; ++i) (void)static_cast<float>(*in);
      });
    return on.report().site("x").requests;
  };
  CHECK(traced(3, 2'000'000) == 6'000'000);
  CHECK_THROWS_WITH_AS(traced(1, 5'000'000), doctest::Contains("between two barriers"), gf::error);
}
