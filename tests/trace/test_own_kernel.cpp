// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a user traces a kernel of their own, as docs/trace.md shows it; and asking for sites that are not there.
#include <doctest/doctest.h>

#include <gridfold/trace/executor.hpp>
#include <numeric>
#include <string>

#include "../../examples/trace/row_sums.hpp"
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
  CHECK(in_a_hurry.table().find("read that nobody has written") != std::string::npos);
}

TEST_CASE("a traced pointer does what a pointer does")
{
  gf::aligned_vector<int> memory{10, 20, 30, 40};
  const gf::trace on;
  const gf::traced_pointer<int> p = on.argument(memory.data(), 4, "p");
  const gf::traced_pointer<const int> c = p;
  CHECK(*p == 10);
  CHECK(c[2] == 30);
  CHECK(*(p + 3) == 40);
  CHECK((p + 3) - p == 3);
  CHECK(*((p + 3) - 1) == 30);
  p[0] = p[1];
  p[1] += 1;
  p[2] -= 1;
  p[3] *= 2;
  auto q = p;
  *++q /= 7;
  CHECK(q == p + 1);
  CHECK(memory == gf::aligned_vector<int>{20, 3, 29, 80});
  CHECK(on.report().sites().empty());  // nothing of this was in a kernel
}

TEST_CASE("who asks for a site that is not there is told which are")
{
  gf::aligned_vector<float> x(64);
  const gf::trace on;
  const auto p = on.argument(x.data(), 64, "x");
  CHECK(test::message_of([&] { (void)on.report().site("x"); }).find("(it has none at all)") != std::string::npos);
  on.for_each_thread<gf::block<64>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] += 1; });
  const std::string several = test::message_of([&] { (void)on.report().site("x"); });
  CHECK(several.find("several sites 'x'") != std::string::npos);
  CHECK(several.find("x (load, 4 bytes), x (store, 4 bytes)") != std::string::npos);
  CHECK(test::message_of([&] { (void)on.report().view("y"); }).find("no site 'y'") != std::string::npos);
  CHECK(on.report().view("x").accesses == 128);
  CHECK(on.report().site("x", gf::access_kind::load, 4).requests == 2);
}

TEST_CASE("sites as comma-separated values")
{
  gf::aligned_vector<double> x(32);
  const gf::trace on;
  const auto p = on.argument(x.data(), 32, "x");
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = 1; });
  CHECK(on.report().csv() ==
        "view,does,memory,bytes,requests,accesses,addresses,bytes_asked,transactions,bytes_moved,wavefronts,conflicts,"
        "collisions\nx,store,global,8,1,32,32,256,8,256,0,0,0\n");
}
