// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/product_tile.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

TEST_CASE("each sum of a tile has the product of its row's and its column's element")
{
  gf::kernel::product_tile<gf::variant<gf::coarsen<3, 2>>, int> tile{};
  for (int step = 0; step < 2; ++step)
    tile.add([&](int j) { return 10 * (j + 1) + step; }, [&](int i) { return i + 1; });
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) CHECK(tile.sum[j][i].value() == (20 * (j + 1) + 1) * (i + 1));
}
