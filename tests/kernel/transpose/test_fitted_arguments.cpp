// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_arguments.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::vectors<4>, gf::coarsen<16>, gf::fitted_tile, gf::block<128>>;
using in = cuda::std::mdspan<const float, cuda::std::dextents<int, 3>>;
using out = cuda::std::mdspan<float, cuda::std::dextents<int, 3>>;
using arguments = gf::kernel::fitted_arguments<variant, in, out>;
alignas(16) float from[100 * 2048], to[100 * 2048];

arguments of(int batches, int rows, int columns)
{
  return {in(from, batches, rows, columns), out(to, batches, columns, rows)};
}

}  // namespace

TEST_CASE("several small matrices are a tile, packed in the output")
{
  const arguments small = of(500, 7, 9);
  CHECK(small.layout.batches == arguments::items / 63);
  CHECK((small.is_packed && small.loads_vectors && !small.stores_rows));
  CHECK(small.grid() == gf::shape3{1, 1, (500 + small.layout.batches - 1) / small.layout.batches});
}

TEST_CASE("thin matrices have tiles of all rows, or of all columns and some rows that are stored by vectors")
{
  const arguments flat = of(1, 5, 10000), tall = of(1, 10000, 5);
  CHECK((flat.is_packed && flat.layout.has_all_rows && flat.grid().y == 1));
  CHECK((tall.stores_rows && !tall.is_packed && tall.grid().x == 1));
  CHECK(tall.row_vectors == (tall.layout.rows - tall.layout.slack) / arguments::out_vector);
}
