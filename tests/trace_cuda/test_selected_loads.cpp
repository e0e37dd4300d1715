// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/selected_loads.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("loads of both branches of a line with a single one are one; others of the warp end it")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 100; ++turn) {
    tracing::line_accesses made, two;
    made.add(4, "[R2]");
    for (int n = 0; n < 2; ++n) two.add(4, "[R2]");
    tracing::access_code a, b;
    a.bytes = a.counted = b.bytes = b.counted = 4;
    std::vector<gf::request> all;
    const auto issue = [&](tracing::access_code&, const gf::request& r, int) { all.push_back(r); };
    const auto lanes = static_cast<std::uint32_t>(random() | 1) & 0x7fffffffu;
    gf::request one, other;
    for (int lane = 0; lane < 32; ++lane)
      ((lanes >> lane & 1) != 0 ? one : other).add(lane, 4096 + (random() % 100) * 4);
    tracing::selected_loads kept;
    CHECK_FALSE(kept.keep(a, one, 0, two, issue));
    CHECK(kept.keep(a, one, 0, made, issue));
    CHECK(kept.keep(a, one, 32, made, issue));
    const bool is_between = turn % 2 == 0;
    if (is_between) kept.end(0, issue);
    CHECK(kept.keep(b, other, 0, made, issue));
    CHECK(all.size() == std::size_t{is_between});
    // The next round; a branch after the access between is one with it.
    CHECK(kept.keep(a, one, 0, made, issue));
    kept.end_interval(issue);
    REQUIRE(all.size() == 3);
    if (!is_between) {
      CHECK(all[0].active == ~0u);
      for (int lane = 0; lane < 32; ++lane) CHECK(all[0].address[lane] == (one.has(lane) ? one : other).address[lane]);
    }
    kept.end_interval(issue);
    CHECK(all.size() == 3);
  }
}
