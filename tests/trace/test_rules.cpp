// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rules of memory, request by request: against numbers from the programming guides and by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <gridfold/trace/segments.hpp>
#include <random>
#include <set>

namespace gf = gridfold;

namespace
{

/// Lane t of [first, last) asks for `bytes` at address(t).
template <class Address>
gf::request asks(int bytes, Address address, int first = 0, int last = 32)
{
  gf::request r;
  r.bytes = bytes;
  for (int t = first; t < last; ++t) r.add(t, static_cast<std::uint64_t>(address(t)));
  return r;
}

template <class Rule>
void check_cost(const gf::request& r, std::int64_t transactions, std::int64_t bytes)
{
  const gf::traffic cost = Rule::cost(r);
  CHECK(cost.transactions == transactions);
  CHECK(cost.bytes == bytes);
}

template <class Rule = gf::banks<32>>
void check_waves(const gf::request& r, std::int64_t wavefronts, std::int64_t conflicts)
{
  const gf::bank_cost cost = Rule::cost(r);
  CHECK(cost.wavefronts == wavefronts);
  CHECK(cost.conflicts == conflicts);
}

}  // namespace

TEST_CASE("segments that lanes touch are moved once")
{
  const auto row = asks(4, [](int t) { return 256 + 4 * t; });
  check_cost<gf::sectors>(row, 4, 128);
  check_cost<gf::cache_lines>(row, 1, 128);
  check_cost<gf::bursts>(row, 2, 128);
  check_cost<gf::sectors>(asks(4, [](int t) { return 260 + 4 * t; }), 5, 160);
  check_cost<gf::cache_lines>(asks(4, [](int t) { return 260 + 4 * t; }), 2, 256);
  check_cost<gf::sectors>(asks(4, [](int t) { return 128 * t; }), 32, 1024);
  check_cost<gf::cache_lines>(asks(4, [](int t) { return 128 * t; }), 32, 4096);
  check_cost<gf::sectors>(asks(4, [](int) { return 64; }), 1, 32);
  check_cost<gf::sectors>(asks(16, [](int t) { return 16 * t; }), 16, 512);
  check_cost<gf::sectors>(asks(
                              4, [](int t) { return 4 * t; }, 8, 16),
                          1, 32);
  check_cost<gf::sectors>(asks(8, [](int) { return 28; }), 2, 64);  // a word across a sector's edge
}

TEST_CASE("sectors are those of a set, whatever the addresses")
{
  std::mt19937 generator(3);
  for (int bytes : {1, 2, 4, 8, 16})
    for (int repeat = 0; repeat < 200; ++repeat) {
      std::uniform_int_distribution<std::uint64_t> anywhere(0, repeat % 2 == 0 ? 500 : 50000);
      const auto r = asks(bytes, [&](int) { return anywhere(generator) * static_cast<unsigned>(bytes); });
      std::set<std::uint64_t> sectors, asked;
      for (std::uint64_t address : r.address)
        for (int b = 0; b < bytes; ++b) {
          sectors.insert((address + static_cast<unsigned>(b)) / 32);
          asked.insert(address + static_cast<unsigned>(b));
        }
      CHECK(gf::sectors::cost(r).transactions == static_cast<std::int64_t>(sectors.size()));
      CHECK(gf::distinct_bytes(r) == static_cast<std::int64_t>(asked.size()));
    }
}

TEST_CASE("compute capability 1.0: in order and aligned, or a transaction a lane")
{
  using rule = gf::compute_1_0;
  check_cost<rule>(asks(4, [](int t) { return 4 * t; }), 2, 128);
  check_cost<rule>(asks(8, [](int t) { return 8 * t; }), 2, 256);
  check_cost<rule>(asks(16, [](int t) { return 16 * t; }), 4, 512);
  check_cost<rule>(asks(4, [](int t) { return 4 * t + 4; }), 32, 1024);
  check_cost<rule>(asks(4, [](int t) { return 4 * (t ^ 1); }), 32, 1024);
  check_cost<rule>(asks(4, [](int t) { return 12 * t; }), 32, 1024);  // packed triples
  check_cost<rule>(asks(2, [](int t) { return 2 * t; }), 32, 1024);   // words too small
  check_cost<rule>(asks(
                       4, [](int t) { return 4 * t; }, 3, 16),
                   1, 64);  // inactive lanes do not matter
}

TEST_CASE("compute capability 1.2: segments, shrunk to what is asked for")
{
  using rule = gf::compute_1_2;
  check_cost<rule>(asks(4, [](int t) { return 4 * t; }), 2, 128);
  check_cost<rule>(asks(4, [](int t) { return 4 * (t ^ 1); }), 2, 128);
  check_cost<rule>(asks(4, [](int t) { return 4 * t + 4; }), 3, 128 + 64 + 32);
  check_cost<rule>(asks(4, [](int t) { return 128 * t; }), 32, 1024);
  check_cost<rule>(asks(4, [](int) { return 128; }), 2, 64);
  check_cost<rule>(asks(16, [](int t) { return 16 * t; }), 4, 512);
  check_cost<rule>(asks(1, [](int t) { return t; }), 2, 64);
}

TEST_CASE("lanes that meet in a bank wait, unless they want the same word")
{
  check_waves(asks(4, [](int t) { return 4 * t; }), 1, 0);
  check_waves(asks(4, [](int t) { return 128 * t; }), 32, 31);
  check_waves(asks(4, [](int t) { return 132 * t; }), 1, 0);
  check_waves(asks(4, [](int t) { return 8 * t; }), 2, 1);
  check_waves(asks(4, [](int) { return 12; }), 1, 0);
  check_waves(asks(1, [](int t) { return t; }), 1, 0);
  check_waves(asks(
                  4, [](int t) { return 128 * t; }, 0, 5),
              5, 4);
  check_waves(asks(
                  4, [](int) { return 0; }, 0, 0),
              0, 0);
}

TEST_CASE("words of 8 and 16 bytes are served by halves and quarters of a warp, or twice as fast in pairs")
{
  check_waves(asks(8, [](int t) { return 8 * t; }), 2, 0);
  check_waves(asks(16, [](int t) { return 16 * t; }), 4, 0);
  check_waves(asks(8, [](int) { return 8; }), 1, 0);
  check_waves(asks(16, [](int) { return 16; }), 2, 0);
  check_waves(asks(16, [](int t) { return 16 * (t / 2); }), 2, 0);
  check_waves(asks(16, [](int t) { return 128 * t; }), 32, 28);
  check_waves(asks(8, [](int t) { return 256 * t; }), 32, 30);
}

TEST_CASE("sixteen banks serve half a warp at a time")
{
  using rule = gf::banks<16, 16>;
  check_waves<rule>(asks(4, [](int t) { return 4 * t; }), 2, 0);
  check_waves<rule>(asks(4, [](int t) { return 64 * t; }), 32, 30);
  check_waves<rule>(asks(4, [](int t) { return 68 * t; }), 2, 0);
}
