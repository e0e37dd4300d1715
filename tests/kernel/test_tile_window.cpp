// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/tile_window.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("a window has the indices of a tile that exist")
{
  const gf::kernel::tile_window<8> first(-3, 100), inside(16, 100), last(96, 100);
  CHECK((!first.contains(2) && first.contains(3) && !first.is_whole()));
  CHECK((inside.contains(0) && inside.contains(7) && inside.is_whole()));
  CHECK((last.contains(3) && !last.contains(4)));
  CHECK((first.nearest(0) == 3 && inside.nearest(5) == 5 && last.nearest(7) == 3));
}
