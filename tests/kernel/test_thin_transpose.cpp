// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/thin_transpose.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <utility>
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
  for (const auto& [batches, length, lines] : {gf::shape3{2, 700, 3},
                                               {3, 1021, 1},
                                               {1, 512, 8},
                                               {2, 999, 64},
                                               {1, 90, 80},
                                               {2, 5, 130},
                                               {1, 333, 97},
                                               {1, 600, 148},
                                               {1, 4096, 12}}) {
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

namespace
{

int outside = 0;

/// Counts accesses beyond the elements, and makes none of them.
struct counts_outside {
  using offset_policy = counts_outside;
  using element_type = const int;
  using reference = int;
  using data_handle_type = const int*;
  std::size_t size = 0;
  int access(const int* p, std::size_t i) const { return i < size ? p[i] : (++outside, 0); }
  const int* offset(const int* p, std::size_t i) const { return p + i; }
};

}  // namespace

TEST_CASE("lines whose elements are not neighbours are read within their memory")
{
  using extents = cuda::std::dextents<int, 2>;
  using columns_first = cuda::std::mdspan<const int, extents, cuda::std::layout_left, counts_outside>;
  using rows_first = cuda::std::mdspan<int, extents>;
  using flat = gf::kernel::thin_transpose<gf::variant<gf::fitted_tile, gf::coarsen<32>, gf::vectors<4>, gf::block<64>>,
                                          columns_first, rows_first, false>;
  const auto wrong = [](int columns) {
    std::vector<int> from(static_cast<std::size_t>(5 * columns)), to(from.size());
    for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<int>(n);
    const columns_first in(from.data(), columns_first::mapping_type(extents(5, columns)), counts_outside{from.size()});
    const flat kernel(in, rows_first(to.data(), columns, 5));
    outside = 0;
    gf::host{1}.run(kernel, kernel.grid());
    // The columns of the input, one behind the other, are the rows of the output.
    return std::pair(to != from || outside > 0, kernel.shape.length);
  };
  const auto [is_wrong, length] = wrong(1021);
  CHECK_FALSE(is_wrong);
  CHECK_FALSE(wrong(3 * length).first);  // the last block has as many columns as the others
}
