// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/half_warps.hpp>

#include <doctest/doctest.h>

#include "requests.hpp"

namespace gf = gridfold;
using test::asks, test::check_cost;

TEST_CASE("compute capability 1.0: in order and aligned, or a transaction a lane")
{
  using rule = gf::compute_1_0;
  check_cost<rule>(asks(4, [](int t) { return 4 * t; }), 2, 128);
  check_cost<rule>(asks(8, [](int t) { return 8 * t; }), 2, 256);
  check_cost<rule>(asks(16, [](int t) { return 16 * t; }), 4, 512);
  check_cost<rule>(asks(16, [](int t) { return 16 * t + 128; }), 4, 512);
  check_cost<rule>(asks(16, [](int t) { return 16 * t + 64; }), 32, 1024);
  check_cost<rule>(asks(8, [](int t) { return 8 * t + 128; }), 2, 256);
  check_cost<rule>(asks(8, [](int t) { return 8 * t + 64; }), 32, 1024);
  check_cost<rule>(asks(4, [](int t) { return 4 * t + 64; }), 2, 128);
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
