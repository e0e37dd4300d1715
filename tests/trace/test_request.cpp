// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/request.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace gf = gridfold;

namespace
{

/// The request of 4 bytes in which lanes 0, 1, ... have these addresses.
gf::request of_lanes(const std::vector<std::uint64_t>& addresses, int bytes = 4)
{
  gf::request r;
  r.bytes = bytes;
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) r.add(static_cast<int>(lane), addresses[lane]);
  return r;
}

}  // namespace

TEST_CASE("a part of a request has its lanes alone")
{
  const gf::request r = of_lanes({0, 4, 8, 12});
  CHECK(r.lanes() == 4);
  const gf::request some = r.part(1, 3);
  CHECK(some.lanes() == 2);
  CHECK((!some.has(0) && some.has(1) && some.has(2) && !some.has(3)));
  CHECK(r.part(0, 32).lanes() == 4);
}

TEST_CASE("addresses and pieces are counted once")
{
  CHECK(gf::tracing::addresses_of(of_lanes({8, 0, 8, 4})).size() == 3);
  CHECK(gf::tracing::pieces_of<32>(of_lanes({0, 28, 31, 64})).size() == 3);  // the word at 31 lies in two
  CHECK(gf::tracing::distinct_bytes(of_lanes({0, 2, 100}, 4)) == 10);
}

TEST_CASE("each turn has an address at most once, and all lanes have a turn")
{
  std::vector<int> lanes;
  gf::tracing::for_each_turn(of_lanes({0, 4, 0, 0, 4}), [&](const gf::request& turn) {
    lanes.push_back(turn.lanes());
    CHECK(gf::tracing::addresses_of(turn).size() == turn.lanes());
  });
  CHECK(lanes == std::vector<int>{2, 2, 1});
}

TEST_CASE("a small set is sorted, without repetitions")
{
  gf::tracing::small_set set;
  for (const std::uint64_t value : {5u, 3u, 5u, 9u, 3u}) set.insert(value);
  CHECK(std::vector<std::uint64_t>(set.begin(), set.end()) == std::vector<std::uint64_t>{3, 5, 9});
}
