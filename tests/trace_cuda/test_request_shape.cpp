// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/request_shape.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <random>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

gf::request words(std::uint32_t lanes, std::uint64_t begin)
{
  gf::request r;
  for (; lanes != 0; lanes &= lanes - 1) r.add(std::countr_zero(lanes), begin);
  return r;
}

}  // namespace

TEST_CASE("doubts about a count: lanes that leave, and words that continue, in one warp and interval")
{
  const auto doubts = [](const tracing::request_shape& now, const tracing::request_shape& before) {
    gf::count_doubts why;
    tracing::add_doubts(why, now, before, 4, true);
    return why.words();
  };
  const tracing::request_shape before(words(0xff, 4096), 1, 32);
  CHECK(doubts({words(0xff, 4096), 1, 32}, before).empty());
  CHECK(doubts({words(0xff, 4100), 1, 32}, before) == "vectors");
  CHECK(doubts({words(0x3f, 4096), 1, 32}, before) == "rounds");
  CHECK(doubts({words(0x1ff, 4100), 1, 32}, before).empty());
  CHECK(doubts({words(0x3f, 4100), 2, 32}, before).empty());
  CHECK(doubts({words(0x3f, 4100), 1, 64}, before).empty());
  gf::count_doubts bytes;
  tracing::add_doubts(bytes, {words(0xff, 4097), 1, 32}, before, 1, true);
  tracing::add_doubts(bytes, {words(0xff, 4100), 1, 32}, before, 4, false);
  CHECK(bytes == gf::count_doubts{});
}

TEST_CASE("in each round of compare-and-swaps one lane per address succeeds")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    gf::request r;
    std::map<std::uint64_t, int> lanes;  // by address
    const auto addresses = 1 + random() % 40;
    for (int lane = 0; lane < 32; ++lane)
      if (random() % 5 != 0) {
        r.add(lane, 4 * (random() % addresses));
        ++lanes[r.address[lane]];
      }
    const auto rounds = tracing::lanes_by_round(r);
    CHECK(rounds[0] == r.active);
    for (std::size_t n = 0; n < rounds.size(); ++n) {
      int expected = 0;
      for (const auto& [address, count] : lanes) expected += std::max(0, count - static_cast<int>(n));
      CHECK(std::popcount(rounds[n]) == expected);
    }
  }
}
