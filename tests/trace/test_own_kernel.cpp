// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tracing a user's kernel, as in docs/use/trace.md.
#include <doctest/doctest.h>

#include <gridfold/trace/executor.hpp>
#include <numeric>
#include <string>

#include "../../examples/support/row_sums.hpp"
#include "../support/error_message.hpp"

namespace gf = gridfold;

namespace
{

// [kernel]
template <class X, class Y>
void scale(int i, X x, Y y)
{
  y[i] = 2 * x[i];
}
// [kernel]

}  // namespace

// [own]
TEST_CASE("scale is coalesced")
{
  gf::aligned_vector<float> x(1024, 1), y(1024);
  const gf::trace on;
  const auto in = on.argument(x.data(), 1024, "x");
  const auto out = on.argument(y.data(), 1024, "y", gf::role::output);
  on.for_each_thread<gf::block<128>>(
      {8, 1, 1}, [&](gf::index3 block, gf::thread t) { scale(static_cast<int>(block.x) * 128 + t.rank, in, out); });
  CHECK(on.report().site("x").degree() == 1);
  CHECK(on.report().site("y").degree() == 1);
  CHECK(on.report().faults().empty());
}
// [own]

TEST_CASE("the example's kernels")
{
  constexpr int rows = 200, columns = 8;
  const auto traced = [](auto kernel) {
    gf::aligned_vector<float> matrix(rows * columns), sums(rows);
    std::iota(matrix.begin(), matrix.end(), 0.0f);
    const gf::trace on;
    const auto in = on.argument(static_cast<const float*>(matrix.data()), rows * columns, "matrix");
    const auto out = on.argument(sums.data(), rows, "sums", gf::role::output);
    on.for_each_thread<gf::block<64>>({4, 1, 1}, [&](gf::index3 block, gf::thread t) {
      kernel(static_cast<int>(block.x) * 64 + t.rank, in, out, rows, columns);
    });
    return on.report();
  };
  const auto by_rows = traced([](auto... with) { row_sum(with...); });
  CHECK(by_rows.site("matrix").degree() == 0.125);
  CHECK(by_rows.faults().empty());
  const auto by_columns = traced([](auto... with) { row_sum_by_columns(with...); });
  CHECK(by_columns.site("matrix").degree() == 1);
  CHECK(by_columns.site("sums").lanes_per_request() == doctest::Approx(200.0 / 7));
  CHECK(by_columns.faults().empty());
  const auto in_a_hurry = traced([](auto... with) { row_sum_in_a_hurry(with...); });
  CHECK(in_a_hurry.table().find("matrix: 56 accesses outside") != std::string::npos);
  CHECK(in_a_hurry.table().find("races") != std::string::npos);
  CHECK(in_a_hurry.table().find("read before they are written") != std::string::npos);
}
