// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/point_tile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <gridfold/policy/variant.hpp>
#include <set>

namespace gf = gridfold;

namespace
{

constexpr gf::lattice where{.origin = {1, 2, 3}, .spacing = {1, 2, 4}, .shape = {13, 7, 19}};

/// Checks that a block's items are the points of its box, and a warp's those of the box of the warp.
template <class V>
void check_tile(gf::index3 block)
{
  using tile = gf::kernel::point_tile<V>;
  static_assert(tile::has_planes_of_warps);
  const auto axes = gf::kernel::axes_of<double>(where, 0);
  const auto box = tile::bounds(axes, block);
  std::set<std::array<std::int64_t, 3>> points;
  for (int warp = 0; warp < tile::warps; ++warp)
    for (int rank = warp * gf::warp_threads; rank < (warp + 1) * gf::warp_threads; ++rank)
      for (int item = 0; item < V::coarsening::items; ++item) {
        const gf::thread t{rank % V::block::x, rank / V::block::x, rank};
        const gf::index3 at = tile::index(block, t, item);
        const int part = item / V::coarsening::x / tile::rows_of_part;
        const auto of_warp = tile::bounds_of_warp(axes, block, warp, part);
        points.insert({at.x, at.y, at.z});
        if (at.x >= where.shape.x || at.y >= where.shape.y || at.z >= where.shape.z) continue;
        const double x = 1 + static_cast<double>(at.x), y = 2 + 2 * static_cast<double>(at.y),
                     z = 3 + 4 * static_cast<double>(at.z);
        for (const auto& within : {box, of_warp})
          CHECK((x >= within.low.x && x <= within.high.x && y >= within.low.y && y <= within.high.y &&
                 z >= within.low.z && z <= within.high.z));
        const double height = of_warp.high.y - of_warp.low.y;
        CHECK(height <= 2.0 * (tile::rows / tile::parts - 1));
      }
  CHECK(points.size() == static_cast<std::size_t>(tile::columns * tile::rows * tile::planes));
  CHECK(box.high.x == std::min(1.0 + static_cast<double>((block.x + 1) * tile::columns - 1), 13.0));
}

}  // namespace

TEST_CASE("items are the points of a box, and each warp's those of a box in it")
{
  check_tile<gf::variant<gf::coarsen<2, 2>, gf::planes<16>, gf::block<4, 32>>>({0, 0, 0});
  check_tile<gf::variant<gf::coarsen<2, 2>, gf::planes<16>, gf::block<4, 32>>>({1, 1, 1});
  check_tile<gf::variant<gf::contiguous, gf::coarsen<3>, gf::planes<2>, gf::block<8, 8>>>({0, 1, 9});
  check_tile<gf::variant<gf::interleaved, gf::coarsen<2, 4>, gf::planes<8>, gf::block<4, 16>>>({1, 0, 1});
  check_tile<gf::variant<gf::interleaved, gf::coarsen<4, 3>, gf::planes<4>, gf::block<4, 16>>>({0, 0, 2});
}

TEST_CASE("a part of a tile has about four items of each thread, side by side")
{
  using gf::kernel::point_tile;
  const auto parts = []<class Assignment, int X, int Y>(Assignment, gf::coarsen<X, Y>) {
    return point_tile<gf::variant<Assignment, gf::coarsen<X, Y>, gf::planes<8>, gf::block<4, 16>>>::parts;
  };
  const gf::interleaved apart;
  CHECK(parts(apart, gf::coarsen<2, 2>{}) == 1);
  CHECK(parts(apart, gf::coarsen<2, 4>{}) == 2);
  CHECK(parts(apart, gf::coarsen<8, 3>{}) == 3);
  CHECK(parts(apart, gf::coarsen<1, 8>{}) == 2);
  CHECK(parts(apart, gf::coarsen<2, 3>{}) == 1);             // rows that parts would not share equally
  CHECK(parts(gf::contiguous{}, gf::coarsen<2, 4>{}) == 1);  // rows of other items lie between
}

TEST_CASE("a warp has whole planes where the warps share them equally")
{
  using gf::kernel::point_tile;
  static_assert(!point_tile<gf::variant<gf::planes<4>, gf::block<7, 8>>>::has_planes_of_warps);
  static_assert(!point_tile<gf::variant<gf::planes<2>, gf::block<8, 16>>>::has_planes_of_warps);
  static_assert(point_tile<gf::variant<gf::planes<8>, gf::block<2, 32>>>::has_planes_of_warps);
}

TEST_CASE("a warp beyond the lattice has a box beyond it")
{
  using tile = gf::kernel::point_tile<gf::variant<gf::planes<8>, gf::block<2, 32>>>;
  const auto axes = gf::kernel::axes_of<double>(where, 0);
  const auto box = tile::bounds_of_warp(axes, {0, 0, 2}, 1, 0);
  CHECK(box.low.z == 3 + 4.0 * 20);
  CHECK(box.high.z == box.low.z);
}
