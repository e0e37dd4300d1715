// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_layout.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace gf = gridfold;

namespace
{

/// Vectors of 4 elements, in tiles of 2,048.
gf::kernel::fitted_layout layout_of(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  return gf::kernel::fitted_layout({.batches = batches,
                                    .rows = rows,
                                    .columns = columns,
                                    .items = 2048,
                                    .vector = 4,
                                    .is_adjacent = true,
                                    .shift = 3,
                                    .remainder = 1,
                                    .sector = 8,
                                    .slack = 7,
                                    .line = 32});
}

}  // namespace

TEST_CASE("elements of several matrices are numbered row by row, and column by column")
{
  const gf::kernel::fitted_layout layout = layout_of(5, 3, 7);
  int wrong = 0, n = 0, m = 0;
  for (int b = 0; b < 5; ++b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 7; ++j, ++n) {
        const gf::kernel::fitted_element at = layout.of_input(n);
        wrong += at.b != b || at.i != i || at.j != j || layout.number(at) != n;
      }
    for (int j = 0; j < 7; ++j)
      for (int i = 0; i < 3; ++i, ++m) {
        const gf::kernel::fitted_element at = layout.of_output(m);
        wrong += at.b != b || at.i != i || at.j != j;
      }
  }
  CHECK(wrong == 0);
}

TEST_CASE("rows of a part of the columns are a pitch apart")
{
  const gf::kernel::fitted_layout layout = layout_of(1, 10, 5001);
  REQUIRE(layout.pitch > layout.columns);
  CHECK(layout.number({0, 3, 2}) == 3 * layout.pitch + 2);
  const gf::kernel::fitted_element at = layout.of_input(layout.columns + 1);
  CHECK((at.b == 0 && at.i == 1 && at.j == 1));
}
