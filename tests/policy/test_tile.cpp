// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/tile.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/tile_layouts.hpp>

namespace gf = gridfold;

namespace
{

struct wide_only {
  static constexpr bool takes(int rows, int columns) { return columns > rows; }
};
struct by_address {
  static constexpr const char* takes(long rows, long columns) { return rows < columns ? "wide" : nullptr; }
};
struct of_rows {
  static constexpr bool takes(int rows) { return rows > 0; }
};
struct silent {
  static constexpr void takes(int, int) {}
};

}  // namespace

TEST_CASE("a layout chooses its tiles by a function of rows and columns whose value is true or false")
{
  static_assert(gf::policy::chooses_tiles<wide_only> && gf::policy::chooses_tiles<by_address>);
  static_assert(gf::policy::chooses_tiles<gf::swizzled> && !gf::policy::chooses_tiles<gf::unpadded>);
  static_assert(!gf::policy::chooses_tiles<of_rows> && !gf::policy::chooses_tiles<silent>);
}

TEST_CASE("is_tile recognises tiles of a layout")
{
  static_assert(gf::policy::is_tile<gf::tile<gf::unpadded>> && !gf::policy::is_tile<gf::untiled>);
  static_assert(!gf::policy::is_tile<gf::aligned_tile> && !gf::policy::is_tile<gf::fitted_tile>);
  CHECK(gf::tile<gf::unpadded>::name() == "tile:unpadded");
  CHECK(gf::tile<gf::padded<1>>::name() == "tile:padded:1");
}
