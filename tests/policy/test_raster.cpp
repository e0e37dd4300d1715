// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/raster.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/policy/variant.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// The tiles that blocks take, in the order of blocks, as numbers row * columns + column.
template <class Raster>
std::vector<std::int64_t> order(std::int64_t columns, std::int64_t rows)
{
  const gf::shape3 tiles{columns, rows, 1}, blocks = Raster::blocks_of(tiles);
  CHECK(blocks.count() == tiles.count());
  std::vector<std::int64_t> taken;
  for (std::int64_t b = 0; b < blocks.count(); ++b) {
    const gf::index3 tile = Raster::tile_of(gf::index_in(blocks, b), tiles);
    CHECK((tile.x >= 0 && tile.x < columns && tile.z == 0));
    gf::index3 deep = gf::index_in(blocks, b);
    deep.z = 5;
    CHECK(Raster::tile_of(deep, {columns, rows, 9}) == gf::index3{tile.x, tile.y, 5});
    taken.push_back(tile.y * columns + tile.x);
  }
  return taken;
}

}  // namespace

TEST_CASE("rows are taken together, column by column, and those left over likewise")
{
  CHECK(order<gf::raster<1>>(3, 2) == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5});
  CHECK(order<gf::raster<2>>(3, 3) == std::vector<std::int64_t>{0, 3, 1, 4, 2, 5, 6, 7, 8});
  CHECK(order<gf::raster<3>>(2, 2) == std::vector<std::int64_t>{0, 2, 1, 3});
}

TEST_CASE("the grid is taken column by column")
{
  CHECK(order<gf::raster_by_columns>(3, 2) == std::vector<std::int64_t>{0, 3, 1, 4, 2, 5});
  CHECK(gf::variant<gf::raster_by_columns>::name() == gf::variant<>::name() + "/raster:columns");
}

TEST_CASE_TEMPLATE("every tile has one block, for any grid", Raster, gf::raster<4>, gf::raster_by_columns)
{
  for (std::int64_t columns : {1, 2, 7, 16})
    for (std::int64_t rows : {1, 3, 8, 11}) {
      std::vector<int> owners(static_cast<std::size_t>(columns * rows));
      for (const std::int64_t tile : order<Raster>(columns, rows)) ++owners[static_cast<std::size_t>(tile)];
      CHECK(owners == std::vector<int>(owners.size(), 1));
    }
}

TEST_CASE("a variant goes row by row unless it says otherwise")
{
  CHECK(std::string(gf::variant<>::name()).find("raster") == std::string::npos);
  CHECK(gf::variant<gf::raster<8>>::name() == gf::variant<>::name() + "/raster:8");
}
