// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/sunk_stores.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

tracing::access_code store_of_words()
{
  tracing::access_code code;
  code.does = gf::access_kind::store;
  code.bytes = code.counted = 4;
  return code;
}
/// So many stores of words on a line.
tracing::line_accesses stores(int count, bool in_loop = false)
{
  tracing::line_accesses made;
  for (int n = 0; n < count; ++n) made.add(4, "[R2]");
  made.in_loop = in_loop;
  return made;
}
gf::request words(std::uint32_t lanes, std::uint64_t begin)
{
  gf::request r;
  r.does = gf::access_kind::store;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    r.add(lane, begin + 4 * static_cast<std::uint64_t>(lane));
  }
  return r;
}
std::vector<gf::request> issued(tracing::sunk_stores& of)
{
  std::vector<gf::request> all;
  of.end_interval([&](tracing::access_code&, const gf::request& r, int) { all.push_back(r); });
  return all;
}

}  // namespace

TEST_CASE("stores that a loop repeats are one behind the loop, beside an earlier one")
{
  std::mt19937 random(test::seed());
  const tracing::line_accesses once = stores(1), nowhere = stores(0);
  for (int turn = 0; turn < 100; ++turn) {
    tracing::sunk_stores kept;
    tracing::access_code first = store_of_words(), always = store_of_words(), often = store_of_words();
    CHECK(kept.keep(first, words(~0u, 1024), 0, once));
    std::uint32_t lanes = ~0u, stored = 0;
    for (int round = 0; round < 6; ++round) {
      if (round > 0) lanes &= static_cast<std::uint32_t>(random());
      if (lanes == 0) break;
      stored |= lanes;
      CHECK(kept.keep(always, words(lanes, 1024), 0, nowhere));
      if (const std::uint32_t some = round == 0 ? lanes : lanes & static_cast<std::uint32_t>(random()); some != 0)
        CHECK(kept.keep(often, words(some, 1024), 0, once));
    }
    const std::vector<gf::request> all = issued(kept);
    REQUIRE(all.size() == 2);
    CHECK(all[0].active == ~0u);
    CHECK(all[1].active == stored);
    CHECK(issued(kept).empty());
  }
}

TEST_CASE("a wider store contains the words within it that other lines store, and no others")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 100; ++turn) {
    tracing::sunk_stores kept;
    tracing::access_code word = store_of_words();
    const auto lanes = static_cast<std::uint32_t>(random() | 1), wide = static_cast<std::uint32_t>(random());
    CHECK(kept.keep(word, words(lanes, 1024), 0, stores(0)));
    gf::request vectors = words(wide, 1024);
    for (std::uint64_t& address : vectors.address) address -= address % 16;
    kept.leave_out(vectors, 16, 32);
    kept.leave_out(vectors, 16, 0);
    const std::vector<gf::request> all = issued(kept);
    CHECK(all.size() == ((lanes & ~wide) != 0));
    if (!all.empty()) CHECK(all[0].active == (lanes & ~wide));
    CHECK(kept.keep(word, words(lanes, 1024), 0, stores(1)));
    kept.leave_out(vectors, 16, 0);
    CHECK(issued(kept).size() == 1);
  }
}

TEST_CASE(
    "stores of both branches are one if nvcc has one; those in loops, of several copies or at other places are not "
    "kept")
{
  tracing::sunk_stores kept;
  tracing::access_code a = store_of_words(), b = store_of_words();
  CHECK_FALSE(kept.keep(a, words(~0u, 0), 0, stores(1, true)));
  CHECK_FALSE(kept.keep(a, words(~0u, 0), 0, stores(2)));
  const tracing::line_accesses once = stores(1), nowhere = stores(0);
  CHECK(kept.keep(a, words(0xffffu, 0), 0, nowhere));
  CHECK(kept.keep(b, words(0xffff0000u, 512), 0, once));
  CHECK(kept.keep(a, words(~0u, 0), 32, nowhere));
  std::vector<gf::request> all = issued(kept);
  REQUIRE(all.size() == 2);
  CHECK(all[0].active == ~0u);
  CHECK(all[0].address[3] == 12);
  CHECK(all[0].address[20] == 512 + 80);
  CHECK(all[1].active == ~0u);
  CHECK(kept.keep(b, words(~0u, 0), 0, once));
  CHECK(kept.keep(b, words(~0u, 128), 0, once));
  CHECK(issued(kept).size() == 2);
}
