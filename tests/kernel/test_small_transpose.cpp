// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/small_transpose.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>

#include "transposed_batch.hpp"

namespace gf = gridfold;
using test::transposed_batch;

namespace
{

template <class... Policies>
using transpose = gf::kernel::small_transpose<gf::variant<gf::fitted_tile, Policies...>, transposed_batch::view,
                                              transposed_batch::view>;

}  // namespace

TEST_CASE("rows become columns, in batches of small matrices")
{
  using by_elements = transpose<gf::coarsen<32>, gf::block<64>>;
  using by_vectors = transpose<gf::coarsen<32>, gf::vectors<4>, gf::block<64>>;
  for (const auto& [batches, rows, columns] :
       {gf::shape3{100, 8, 8}, {33, 5, 7}, {7, 40, 50}, {1, 1, 2048}, {5, 45, 41}, {50, 3, 5}, {700, 1, 3}}) {
    CHECK(transposed_batch(batches, rows, columns).wrong_elements<by_elements>() == 0);
    CHECK(transposed_batch(batches, rows, columns).wrong_elements<by_vectors>() == 0);
  }
}
