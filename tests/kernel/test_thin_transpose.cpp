// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/thin_transpose.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <gridfold/policy/variant.hpp>

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
  check_variant<gf::contiguous, gf::coarsen<32>, gf::vectors<2>, gf::block<64>>();
  check_variant<gf::coarsen<700>, gf::vectors<4>, gf::block<3>>();
  check_variant<gf::coarsen<2048>, gf::vectors<4>, gf::block<1>>();
}

TEST_CASE("a tile has room for what is moved of each line")
{
  for (const int threads : {1, 3, 64, 128, 1000})
    for (const int group : {1, 2, 4, 8})
      for (const int spare : {0, 16, 32})
        for (const std::int64_t lines : {1, 2, 3, 12, 31, 64, 1000}) {
          const int items = 4096, more = spare > 0 ? 1 : 0;
          const gf::kernel::thin_shape shape(lines, items, threads, group, spare, more);
          CAPTURE(threads);
          CAPTURE(group);
          CAPTURE(spare);
          CAPTURE(lines);
          CHECK((shape.lines >= 1 && shape.lines <= std::min<std::int64_t>(lines, 64)));
          CHECK((shape.pitch % 2 == 1 && shape.pitch >= shape.lines));
          CHECK((shape.length > 0 && shape.length % group == 0));
          CHECK(shape.across * shape.runs * group == shape.length + more * group);
          CHECK((shape.length + more * group + spare) * shape.pitch <= items);
          CHECK(shape.across * shape.turns <= threads);
        }
}
