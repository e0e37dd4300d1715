// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/segments.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>

#include "requests.hpp"

namespace gf = gridfold;
using test::asks, test::check_cost;

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

TEST_CASE("sectors are counted correctly for random addresses")
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
      CHECK(gf::tracing::distinct_bytes(r) == static_cast<std::int64_t>(asked.size()));
    }
}
