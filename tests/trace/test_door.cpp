// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/block.hpp>
#include <vector>

namespace gf = gridfold;

TEST_CASE("trace.hpp alone has the executor, its rules and reports")
{
  std::vector<float> x(32);
  const gf::trace_for<gf::compute_1_2, gf::banks<16, 16>> on;
  const auto p = on.argument(x.data(), 32, "x", gf::role::output);
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = 1; });
  const gf::trace_report report = on.report();
  CHECK(report.site("x").accesses == 32);
  CHECK(report.faults().empty());
}
