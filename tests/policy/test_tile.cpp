// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/tile.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/policy/tile_layouts.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Whether an order visits every tile of a matrix of that many exactly once.
template <class Order>
bool visits_every_tile(std::int64_t across, std::int64_t down)
{
  std::vector<int> visits(static_cast<std::size_t>(across * down));
  for (std::int64_t y = 0; y < Order::blocks_y(down); ++y)
    for (std::int64_t x = 0; x < Order::blocks_x(across); ++x) {
      const std::int64_t i = Order::tile_x(x), j = Order::tile_y(x, y);
      if (i < across && j < down) ++visits[static_cast<std::size_t>(j * across + i)];
    }
  return visits == std::vector<int>(visits.size(), 1);
}

}  // namespace

TEST_CASE_TEMPLATE("an order of tiles visits every tile once", Order, gf::line_by_line, gf::square_by_square<2>,
                   gf::square_by_square<3>)
{
  for (const std::int64_t across : {1, 2, 5, 9})
    for (const std::int64_t down : {1, 3, 6, 8}) CHECK(visits_every_tile<Order>(across, down));
}

TEST_CASE("aligned rows begin at a multiple of as many items as their bytes hold")
{
  static_assert(gf::aligned_rows<32>::items<float> == 8 && gf::aligned_rows<32>::items<char> == 32);
  static_assert(gf::aligned_rows<16>::items<char[3]> == 1);  // 16 bytes hold no whole number of these
  static_assert(gf::straight::items<float> == 1);
}

TEST_CASE("is_tile recognises tiles, starts_straight those without aligned rows")
{
  using straight = gf::tile<gf::unpadded>;
  using aligned = gf::tile<gf::padded<1>, gf::aligned_rows<64>, gf::square_by_square<2>>;
  static_assert(gf::policy::is_tile<straight> && !gf::policy::is_tile<gf::untiled>);
  static_assert(gf::policy::starts_straight<straight> && !gf::policy::starts_straight<aligned>);
  CHECK(straight::name() == "tile:unpadded");
  CHECK(aligned::name() == "tile:padded:1+rows:64+squares:2");
}
