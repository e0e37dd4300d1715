// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/product_operands.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/policy/variant.hpp>
#include <set>

namespace gf = gridfold;

namespace
{

using in = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
using out = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
template <class... Policies>
using operands = gf::kernel::product_operands<gf::variant<Policies...>, in, in, out>;

}  // namespace

TEST_CASE("the threads of a block own each of its rows and columns, however they form warps")
{
  const auto check = []<class Operands>(const Operands&) {
    using block = typename Operands::block_shape;
    std::set<int> rows, columns;
    for (int y = 0; y < block::y; ++y)
      for (int x = 0; x < block::x; ++x) {
        const gf::thread t{x, y, y * block::x + x};
        for (int j = 0; j < Operands::coarsening::y; ++j) rows.insert(Operands::row(t, j));
        for (int i = 0; i < Operands::coarsening::x; ++i) columns.insert(Operands::column(t, i));
      }
    CHECK((rows.size() == Operands::rows && *rows.begin() == 0 && *rows.rbegin() == Operands::rows - 1));
    CHECK((columns.size() == Operands::columns && *columns.rbegin() == Operands::columns - 1));
  };
  const in a(nullptr, 33, 7), b(nullptr, 7, 50);
  const out c(nullptr, 33, 50);
  const operands<gf::coarsen<2, 3>, gf::block<8, 4>> plain{a, b, c, {}};
  check(plain);
  check(operands<gf::coarsen<2, 3>, gf::block<16, 8>, gf::warp<8, 4>>{a, b, c, {}});
  CHECK((plain.height() == 33 && plain.width() == 50 && plain.depth() == 7));
  CHECK(decltype(plain)::tiles_of(33, 50) == gf::shape3{4, 3, 1});
}

TEST_CASE("a step of two tiles is added to each sum")
{
  using tiled = operands<gf::coarsen<2, 1>, gf::shared_tile<2>, gf::block<1, 1>>;
  tiled::shared_storage tiles{};
  tiles.left_tile[1][0] = 3;
  tiles.right_tile[1][0] = 5;
  tiles.right_tile[1][1] = 7;
  tiled::sums sums{};
  tiled::add_steps(gf::thread{0, 0, 0}, tiles.left_tile, tiles.right_tile, 1, sums);
  CHECK(sums.sum[0][0].value() == 15);
  CHECK(sums.sum[0][1].value() == 21);
}

TEST_CASE("each sum of a tile has the product of its row's and its column's element")
{
  gf::kernel::product_tile<gf::variant<gf::coarsen<3, 2>>, int> tile{};
  for (int step = 0; step < 2; ++step)
    tile.add([&](int j) { return 10 * (j + 1) + step; }, [&](int i) { return i + 1; });
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) CHECK(tile.sum[j][i].value() == (20 * (j + 1) + 1) * (i + 1));
}
