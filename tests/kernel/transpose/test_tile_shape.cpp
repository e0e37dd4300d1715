// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/tile_shape.hpp>
//
#include <doctest/doctest.h>

#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variant.hpp>

namespace
{

namespace gf = gridfold;
namespace kernel = gridfold::kernel;

/// A layout for tiles that are taller than wide.
struct tall : gf::padded<1> {
  static constexpr bool takes(int rows, int columns) { return rows > columns; }
};

/// One-to-one for 8 threads only.
struct for_eight {
  static constexpr int index(int thread, int item, int threads, int /*items*/)
  {
    return threads == 8 ? item * threads + thread : 0;
  }
  static constexpr gf::fixed_text name() { return "for_eight"; }
};

template <class Tile, int X, int Y>
using fold = gf::variant<Tile, gf::coarsen<2, 4>, gf::block<X, Y>>;

}  // namespace

TEST_CASE("a tile has room for the items of its block and its padding")
{
  using padded = fold<gf::tile<gf::padded<1>>, 8, 4>;
  using shape = kernel::tile_shape<padded, float>;
  CHECK(shape::columns == 16);
  CHECK(shape::rows == 16);
  CHECK(kernel::tile_bytes<padded, float> == sizeof(shape::storage));
  CHECK(sizeof(shape::storage) == (15 * 17 + 16) * sizeof(float) + 4);  // a multiple of 16
}

TEST_CASE("a layout says which tiles can have it")
{
  CHECK(kernel::layout_takes_tile<fold<gf::tile<gf::swizzled>, 8, 3>, float>);
  CHECK_FALSE(kernel::layout_takes_tile<fold<gf::tile<gf::swizzled>, 6, 4>, float>);
  CHECK(kernel::layout_takes_tile<fold<gf::tile<gf::padded<1>>, 6, 3>, float>);
  CHECK(kernel::layout_takes_tile<fold<gf::tile<tall>, 4, 4>, float>);
  CHECK_FALSE(kernel::layout_takes_tile<fold<gf::tile<tall>, 8, 4>, float>);
}

TEST_CASE("a tile is dealt once if the assignment is one-to-one for the threads that share a row")
{
  using tile = gf::tile<gf::padded<1>>;
  CHECK(kernel::deals_tile_once<fold<tile, 8, 4>, float>);
  CHECK(kernel::deals_tile_once<gf::variant<tile, for_eight, gf::coarsen<2, 2>, gf::block<8, 8>>, float>);
  CHECK_FALSE(kernel::deals_tile_once<gf::variant<tile, for_eight, gf::coarsen<2, 2>, gf::block<4, 4>>, float>);
}
