// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/tile.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/tile_layouts.hpp>

namespace gf = gridfold;

TEST_CASE("is_tile recognises tiles of a layout")
{
  static_assert(gf::policy::is_tile<gf::tile<gf::unpadded>> && !gf::policy::is_tile<gf::untiled>);
  static_assert(!gf::policy::is_tile<gf::aligned_tile> && !gf::policy::is_tile<gf::fitted_tile>);
  CHECK(gf::tile<gf::unpadded>::name() == "tile:unpadded");
  CHECK(gf::tile<gf::padded<1>>::name() == "tile:padded:1");
}
