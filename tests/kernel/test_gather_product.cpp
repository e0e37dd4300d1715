// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/gather_product.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using in = cuda::std::mdspan<const int, cuda::std::dextents<int, 2>>;
using out = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;

/// Elements of a 5 x 7 times a 7 x 6 matrix that are wrong.
template <class... Policies>
int wrong_elements()
{
  std::vector<int> a(35), b(42), c(30, -1);
  for (int n = 0; n < 42; ++n) b[static_cast<std::size_t>(n)] = n % 5 - 2;
  for (int n = 0; n < 35; ++n) a[static_cast<std::size_t>(n)] = n % 7 - 3;
  using kernel = gf::kernel::gather_product<gf::variant<Policies...>, in, in, out>;
  const in left(a.data(), 5, 7), right(b.data(), 7, 6);
  const out product(c.data(), 5, 6);
  const kernel of{left, right, product, kernel::tiles_of(5, 6)};
  gf::host{1}.run(of, of.grid());
  int wrong = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j) {
      int expected = 0;
      for (int k = 0; k < 7; ++k) expected += left(i, k) * right(k, j);
      wrong += product(i, j) != expected;
    }
  return wrong;
}

/// A block that counts the tiles copied in bulk.
template <class Kernel>
struct counting_block : gf::exec::host_block<Kernel, 0> {
  using base = gf::exec::host_block<Kernel, 0>;
  int tiles = 0;

  using base::base;
  template <int Rows, class... Arguments>
  void copy_rows(gf::thread t, const Arguments&... arguments)
  {
    tiles += t.rank == 0;
    base::template copy_rows<Rows>(t, arguments...);
  }
};

}  // namespace

TEST_CASE("a product is right by every way to read the operands")
{
  CHECK(wrong_elements<gf::coarsen<2, 2>, gf::global, gf::block<2, 2>>() == 0);
  CHECK(wrong_elements<gf::coarsen<3>, gf::shared_tile<4>, gf::block<3, 2>>() == 0);
  CHECK(wrong_elements<gf::coarsen<4>, gf::vectors<4>, gf::shared_tile<2>, gf::row_by_row, gf::block<1, 3>>() == 0);
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<3>, gf::stages<2>, gf::raster<2>, gf::block<2, 1>>() == 0);
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<3>, gf::raster_by_columns, gf::block<2, 1>>() == 0);
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<4>, gf::stages<3>, gf::through_registers, gf::block<2, 1>>() ==
        0);
}

TEST_CASE("whole tiles of a product go in bulk, those at the edges in vectors")
{
  using fold =
      gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::shared_tile<4>, gf::stages<3>, gf::bulk, gf::block<1, 4>>;
  using kernel = gf::kernel::gather_product<fold, in, in, out>;
  for (const int rows : {4, 3}) {
    std::vector<int> a(static_cast<std::size_t>(rows) * 8), b(32), c(static_cast<std::size_t>(rows) * 4);
    for (std::size_t n = 0; n < a.size(); ++n) a[n] = static_cast<int>(n) % 7 - 3;
    for (std::size_t n = 0; n < b.size(); ++n) b[n] = static_cast<int>(n) % 5 - 2;
    const in left(a.data(), rows, 8), right(b.data(), 8, 4);
    const out product(c.data(), rows, 4);
    counting_block<kernel> block({0, 0, 0});
    kernel{left, right, product, {1, 1, 1}, true, true}(block);
    CHECK(block.tiles ==
          (rows == 4 ? 4 : 2));  // the two tiles of the right operand, and of the left one if they are whole
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < 4; ++j) {
        int expected = 0;
        for (int k = 0; k < 8; ++k) expected += left(i, k) * right(k, j);
        CHECK(product(i, j) == expected);
      }
  }
}
