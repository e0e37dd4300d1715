// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/block.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("a block counts its threads, up to the hardware's limit")
{
  static_assert(gf::block<32, 4>::threads == 128 && gf::block<96>::y == 1);
  static_assert(gf::block<1024>::threads == 1024);
  CHECK(gf::block<7, 3>::name() == "7x3");
  CHECK(gf::block<64>::name() == "64x1");
}

TEST_CASE("block_shape recognises blocks only")
{
  static_assert(gf::policy::block_shape<gf::block<8, 8>> && !gf::policy::block_shape<int>);
}
