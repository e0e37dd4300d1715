// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/branch_stores.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("a store of the other lanes joins the one before if they are one; else both are apart")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 100; ++turn) {
    tracing::access_code a, b;
    a.counted = b.counted = 4;
    std::vector<gf::request> apart;
    const auto issue = [&](tracing::access_code&, const gf::request& r, int, const tracing::line_accesses*) {
      apart.push_back(r);
    };
    gf::request one, other;
    const auto lanes = static_cast<std::uint32_t>(random() | 1) & 0x7fffffffu;
    for (int lane = 0; lane < 32; ++lane)
      ((lanes >> lane & 1) != 0 ? one : other).add(lane, 4096 + (random() % 100) * 4);
    const bool are_one = turn % 2 == 0;
    const auto decide = [&](const tracing::access_code& before, const tracing::line_accesses*) {
      CHECK(&before == &a);
      return are_one;
    };
    tracing::branch_stores stores;
    gf::request joined = one;
    CHECK(stores.join(a, joined, 32, nullptr, true, decide, issue));
    // Other warps, and the next round of the same store, are apart.
    gf::request elsewhere = other;
    CHECK_FALSE(stores.join(b, elsewhere, 0, nullptr, false, decide, issue));
    CHECK(elsewhere.active == other.active);
    CHECK(apart.empty());
    CHECK(stores.join(a, joined, 32, nullptr, true, decide, issue));
    REQUIRE(apart.size() == 1);
    CHECK(apart[0].active == one.active);
    joined = other;
    CHECK_FALSE(stores.join(b, joined, 32, nullptr, false, decide, issue));
    CHECK(joined.active == (are_one ? ~0u : other.active));
    for (int lane = 0; lane < 32; ++lane)
      if (joined.has(lane)) CHECK(joined.address[lane] == (one.has(lane) ? one : other).address[lane]);
    CHECK(apart.size() == (are_one ? std::size_t{1} : std::size_t{2}));
    stores.end_interval(issue);
    CHECK(apart.size() == (are_one ? std::size_t{1} : std::size_t{2}));
    CHECK(stores.join(a, one, 64, nullptr, true, decide, issue));
    const std::size_t before = apart.size();
    stores.end_interval(issue);
    CHECK(apart.size() == before + 1);
  }
}
