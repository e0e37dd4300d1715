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
  gf::host{1}.run(kernel{left, right, product, kernel::grid(5, 6)}, kernel::grid(5, 6));
  int wrong = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j) {
      int expected = 0;
      for (int k = 0; k < 7; ++k) expected += left(i, k) * right(k, j);
      wrong += product(i, j) != expected;
    }
  return wrong;
}

}  // namespace

TEST_CASE("a product is right by every way to read the operands")
{
  CHECK(wrong_elements<gf::coarsen<2, 2>, gf::global, gf::block<2, 2>>() == 0);
  CHECK(wrong_elements<gf::coarsen<3>, gf::shared_tile<4>, gf::block<3, 2>>() == 0);
  CHECK(wrong_elements<gf::coarsen<4>, gf::vectors<4>, gf::shared_tile<2>, gf::row_by_row, gf::block<1, 3>>() == 0);
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<3>, gf::stages<2>, gf::raster<2>, gf::block<2, 1>>() == 0);
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<4>, gf::stages<3>, gf::through_registers, gf::block<2, 1>>() ==
        0);
  CHECK(wrong_elements<gf::coarsen<4>, gf::shared_tile<4>, gf::stages<3>, gf::bulk, gf::block<1, 1>>() == 0);
}
