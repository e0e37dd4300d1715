// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/thin_transpose.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "transposed_batch.hpp"

namespace gf = gridfold;
using test::transposed_batch;

namespace
{

template <bool Tall, class... Policies>
using transpose = gf::kernel::thin_transpose<gf::variant<gf::fitted_tile, Policies...>, transposed_batch::view,
                                             transposed_batch::view, Tall>;

template <class... Policies>
void check_variant()
{
  using tall = transpose<true, Policies...>;
  using flat = transpose<false, Policies...>;
  for (const auto& [batches, length, lines] :
       {gf::shape3{2, 700, 3}, {3, 1021, 1}, {1, 512, 8}, {2, 999, 64}, {1, 90, 80}, {2, 5, 130}, {1, 4096, 12}}) {
    CHECK(transposed_batch(batches, length, lines).wrong_elements<tall>() == 0);
    CHECK(transposed_batch(batches, lines, length).wrong_elements<flat>() == 0);
  }
}

}  // namespace

TEST_CASE("columns of a tall matrix become rows, and rows of a flat one columns, with blocks of any size")
{
  check_variant<gf::coarsen<32>, gf::block<64>>();
  check_variant<gf::coarsen<32>, gf::vectors<4>, gf::block<64>>();
  check_variant<gf::coarsen<32>, gf::vectors<2>, gf::block<64>>();
  check_variant<gf::coarsen<700>, gf::vectors<4>, gf::block<3>>();
  check_variant<gf::coarsen<2048>, gf::vectors<4>, gf::block<1>>();
}

TEST_CASE("lines whose elements are not neighbours are read within their memory")
{
  using columns_first = cuda::std::mdspan<int, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
  using flat = gf::kernel::thin_transpose<gf::variant<gf::fitted_tile, gf::coarsen<32>, gf::vectors<4>, gf::block<64>>,
                                          columns_first, columns_first, false>;
  std::vector<int> from(5 * 1021), to(from.size());
  for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<int>(n);
  const columns_first in(from.data(), 5, 1021), out(to.data(), 1021, 5);
  const flat kernel(in, out);
  gf::host{1}.run(kernel, kernel.grid());
  int wrong = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 1021; ++j) wrong += out(j, i) != in(i, j);
  CHECK(wrong == 0);
}
