// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/banks.hpp>

#include <doctest/doctest.h>

#include "requests.hpp"

namespace gf = gridfold;
using test::asks, test::check_waves;

TEST_CASE("lanes conflict in a bank unless they access one word")
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
  const auto pairs_at_distance_2 = [](int t) { return (t & 1) | ((t >> 2) << 1); };  // lanes t and t^2 load one word
  check_waves(asks(8, [=](int t) { return 8 * pairs_at_distance_2(t); }), 1, 0);
  check_waves(asks(16, [=](int t) { return 16 * pairs_at_distance_2(t); }), 2, 0);
  check_waves(asks(8, [](int t) { return 8 * ((t & 3) | ((t >> 3) << 2)); }), 2, 0);  // t and t^4: halves of a warp
  check_waves(asks(16, [](int t) { return 128 * t; }), 32, 28);
  check_waves(asks(8, [](int t) { return 256 * t; }), 32, 30);
}

TEST_CASE("stores are not served in pairs, even if every other lane is idle")
{
  gf::request r;
  r.bytes = 8;
  r.add(10, 80);
  r.add(21, 168);
  check_waves(r, 1, 0);
  r.does = gf::access_kind::store;
  check_waves(r, 2, 0);
  r.bytes = 16;
  check_waves(r, 2, 0);
}

TEST_CASE("sixteen banks serve half a warp at a time")
{
  using rule = gf::banks<16, 16>;
  check_waves<rule>(asks(4, [](int t) { return 4 * t; }), 2, 0);
  check_waves<rule>(asks(4, [](int t) { return 64 * t; }), 32, 30);
  check_waves<rule>(asks(4, [](int t) { return 68 * t; }), 2, 0);
}

TEST_CASE("banks of 8 bytes serve doubles a warp at a time, and floats two a word")
{
  using rule = gf::banks<32, 32, 8>;
  check_waves<rule>(asks(8, [](int t) { return 8 * t; }), 1, 0);
  check_waves<rule>(asks(4, [](int t) { return 4 * t; }), 1, 0);
  check_waves<rule>(asks(4, [](int t) { return 8 * t; }), 1, 0);      // two wavefronts of 4-byte banks
  check_waves<rule>(asks(4, [](int t) { return 128 * t; }), 16, 15);  // a column of 32 floats: 16 words of a bank
  check_waves<rule>(asks(8, [](int t) { return 256 * t; }), 32, 31);  // a column of 32 doubles
  check_waves<rule>(asks(8, [](int t) { return 264 * t; }), 1, 0);    // padded by one
  check_waves<rule>(asks(4, [](int t) { return 132 * t; }), 1, 0);    // padded by one float: half a word
  check_waves<rule>(asks(16, [](int t) { return 16 * t; }), 2, 0);
  check_waves<rule>(asks(8, [](int t) { return 8 * (t / 2); }), 1, 0);
  CHECK(rule::name() == "32 banks of 8 bytes");
  CHECK(gf::banks<32>::name() == "32 banks");
}
