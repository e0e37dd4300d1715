// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/tile_window.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("a window has the indices of a tile that exist")
{
  const gf::kernel::tile_window<8> inside(16, 100), last(96, 100), only(0, 3);
  CHECK((inside.contains(0) && inside.contains(7) && inside.is_whole()));
  CHECK((last.contains(3) && !last.contains(4) && !last.is_whole()));
  CHECK((only.contains(0) && only.contains(2) && !only.contains(3)));
  CHECK((inside.nearest(5) == 5 && last.nearest(7) == 3 && only.nearest(1) == 1));
}
