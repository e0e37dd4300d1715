// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/product_ring.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using operand = cuda::std::mdspan<const int, cuda::std::dextents<int, 2>>;
using product = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;

/// The sum of one thread that multiplies a row by a column of `depth` elements.
template <class... Policies>
int product_of(int depth)
{
  std::vector<int> row(static_cast<std::size_t>(depth)), column(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    row[k] = static_cast<int>(k) + 1;
    column[k] = 2;
  }
  using operands = gf::kernel::product_operands<gf::variant<gf::shared_tile<4>, gf::block<1>, Policies...>, operand,
                                                operand, product>;
  const operands of{operand(row.data(), 1, depth), operand(column.data(), depth, 1), product(nullptr, 1, 1), {1, 1, 1}};
  gf::exec::host_block<operands, 0> block({0, 0, 0});
  auto sums = block.template per_thread<typename operands::sums>();
  gf::kernel::product_ring<operands>::add(of, block, {0, 0, 0}, sums);
  return sums[gf::thread{0, 0, 0}].sum[0][0].value();
}

}  // namespace

TEST_CASE("a ring has every step once, for any number of tiles, also fewer than stages")
{
  for (const int depth : {1, 3, 4, 9, 16, 30}) {
    CAPTURE(depth);
    CHECK(product_of<gf::stages<2>>(depth) == depth * (depth + 1));
    CHECK(product_of<gf::stages<5>>(depth) == depth * (depth + 1));
    CHECK(product_of<gf::stages<3>, gf::through_registers>(depth) == depth * (depth + 1));
  }
}
