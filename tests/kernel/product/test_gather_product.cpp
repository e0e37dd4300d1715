// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/gather_product.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

using in = cuda::std::mdspan<const int, cuda::std::dextents<int, 2>>;
using out = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;

/// Elements of products of random shapes that are wrong, and elements beside them that are written. Matrices begin
/// anywhere between others' elements, which would be seen in a sum.
template <class... Policies>
int wrong_elements()
{
  std::mt19937 generator(test::seed());
  constexpr int others = 1000003;
  int wrong = 0;
  for (int round = 0; round < 12; ++round) {
    const auto below = [&](int end) { return static_cast<int>(generator() % static_cast<unsigned>(end)); };
    const int rows = 1 + below(9), inner = round == 0 ? 0 : 1 + below(13), columns = 1 + below(11), skip = below(6);
    const auto memory = [&](int size) { return std::vector<int>(static_cast<std::size_t>(skip + size + 9), others); };
    std::vector<int> a = memory(rows * inner), b = memory(inner * columns), c = memory(rows * columns), expected = c;
    for (int n = 0; n < rows * inner; ++n) a[static_cast<std::size_t>(skip + n)] = below(19) - 9;
    for (int n = 0; n < inner * columns; ++n) b[static_cast<std::size_t>(skip + n)] = below(19) - 9;
    const in left(a.data() + skip, rows, inner), right(b.data() + skip, inner, columns);
    using kernel = gf::kernel::gather_product<gf::variant<Policies...>, in, in, out>;
    const kernel of{{left, right, out(c.data() + skip, rows, columns), kernel::tiles_of(rows, columns)}};
    gf::host{1}.run(of, of.grid());
    const out sums(expected.data() + skip, rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        sums(i, j) = 0;
        for (int k = 0; k < inner; ++k) sums(i, j) += left(i, k) * right(k, j);
      }
    for (std::size_t n = 0; n < c.size(); ++n) wrong += c[n] != expected[n];
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
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<3>, gf::raster_by_columns, gf::block<2, 1>>() == 0);
  CHECK(wrong_elements<gf::coarsen<2>, gf::shared_tile<4>, gf::stages<3>, gf::through_registers, gf::block<2, 1>>() ==
        0);
}
