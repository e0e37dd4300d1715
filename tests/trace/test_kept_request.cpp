// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/kept_request.hpp>

#include <doctest/doctest.h>

#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>

#include "../support/traces.hpp"

namespace gf = gridfold;

TEST_CASE("the rules of a trace name their units, if they have them")
{
  constexpr auto usual = gf::tracing::rules_of<gf::sectors, gf::banks<32>>();
  CHECK(usual.units.segment_bytes == 32);
  CHECK(usual.units.banks == 32);
  CHECK(usual.units.bank_bytes == 4);
  constexpr auto old = gf::tracing::rules_of<gf::compute_1_0, gf::banks<16, 16>>();
  CHECK(old.units.segment_bytes == 0);
  CHECK(old.units.banks == 16);
  CHECK(old.units.bank_bytes == 4);
  struct unnamed {
    static gf::bank_cost cost(const gf::request&) { return {1, 0}; }
  };
  constexpr auto silent = gf::tracing::rules_of<gf::sectors, unnamed>();
  CHECK(silent.units.banks == 0);
  CHECK(silent.units.bank_bytes == 0);
  gf::request r;
  r.bytes = 4;
  r.add(0, 0);
  CHECK(old.lanes_at_once(r) == 16);
  CHECK(usual.lanes_at_once(r) == 32);
}

TEST_CASE("the first requests of a site are kept, each with its warp and its cost")
{
  gf::aligned_vector<float> x(70 * 600);
  const gf::trace on;
  const auto p = on.argument(x.data(), 70 * 600, "x", gf::role::output);
  on.for_each_thread<gf::block<70>>({600, 1, 1},
                                    [&](gf::index3 b, gf::thread t) { p[static_cast<int>(b.x) * 70 + t.rank] = 1; });
  const gf::trace_report report = on.report();
  const auto& kept = report.samples().requests.at(0);
  REQUIRE(kept.size() == 512);
  gf::access_counts sum;
  for (std::size_t n = 0; n < kept.size(); ++n) {
    CHECK(kept[n].block.x == static_cast<std::int64_t>(n / 3));
    CHECK(kept[n].first_thread == static_cast<int>(n % 3) * 32);
    CHECK(kept[n].bytes == 4);
    CHECK(kept[n].lanes() == (n % 3 == 2 ? 6 : 32));
    CHECK(kept[n].moved.transactions == gf::sectors::cost(kept[n]).transactions);
    CHECK(kept[n].moved.bytes == 32 * kept[n].moved.transactions);
  }
}

TEST_CASE("a view's shape is that of its mdspan, and of a pointer its size")
{
  test::pair<float> data(6, 10);
  const gf::trace on;
  using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
  (void)on.argument(matrix(data.from.data(), 6, 10), "columns", gf::role::output);
  (void)on.argument(data.to.data(), 60, "row", gf::role::output);
  const gf::trace_report report = on.report();
  const auto& shapes = report.samples().shapes;
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].view == "columns");
  CHECK(shapes[0].extents == std::vector<std::int64_t>{6, 10});
  CHECK(shapes[0].strides == std::vector<std::int64_t>{1, 6});
  CHECK(shapes[0].begin == reinterpret_cast<std::uint64_t>(data.from.data()));
  CHECK(shapes[0].bytes == 240);
  CHECK(shapes[1].extents == std::vector<std::int64_t>{60});
  CHECK(shapes[1].element_bytes == 4);
}
