// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_shape.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// Floats of a contiguous batch by vectors of 4, in tiles of 4,096.
gf::kernel::fitted_problem floats(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  return {.batches = batches,
          .rows = rows,
          .columns = columns,
          .items = 4096,
          .vector = 4,
          .is_adjacent = true,
          .shift = columns % 4 == 0 ? 0 : 3,
          .remainder = static_cast<int>(columns % 4),
          .sector = 8,
          .slack = rows % 8 == 0 ? 0 : 7,
          .line = 32};
}

}  // namespace

TEST_CASE("a tile holds several small matrices, or all rows or all columns of a thin one")
{
  const gf::kernel::fitted_shape small(floats(1000, 20, 20));
  CHECK((small.batches == 10 && small.rows == 20 && small.columns == 20 && small.pitch == 20));
  CHECK((small.has_all_rows && small.vectors == 0));
  CHECK(gf::kernel::fitted_shape(floats(3, 20, 20)).batches == 3);
  CHECK(gf::kernel::fitted_shape(floats(1, 1, 4096)).columns == 4096);

  const gf::kernel::fitted_shape flat(floats(1, 10, 100000));
  CHECK((flat.rows == 10 && flat.has_all_rows && flat.columns > 390 && flat.vectors == flat.pitch / 4));

  const gf::kernel::fitted_shape tall(floats(1, 100001, 10));
  CHECK((tall.columns == 10 && !tall.has_all_rows && tall.slack == 7 && tall.rows > 390 && tall.vectors == 0));
}

TEST_CASE("of a matrix that is not thin a tile holds a cache line of some rows")
{
  const gf::kernel::fitted_shape part(floats(1, 10000, 10000));
  CHECK((part.columns == 32 && part.rows == 128 && !part.has_all_rows));
}

TEST_CASE("of rows that are not aligned a tile holds at least a cache line, with one vector more")
{
  const gf::kernel::fitted_shape part(floats(1, 10001, 10001));
  CHECK((part.columns >= 32 && part.vectors == 9));
  gf::kernel::fitted_problem narrow = floats(1, 10001, 32);
  narrow.is_adjacent = false;
  narrow.shift = 3;
  narrow.remainder = 1;
  CHECK(gf::kernel::fitted_shape(narrow).columns == 32);
}

TEST_CASE("a matrix whose rows have gaps has a tile of its own if it fills half of one")
{
  gf::kernel::fitted_problem spaced = floats(10, 50, 60);
  CHECK(gf::kernel::fitted_shape(spaced).vectors == 0);
  spaced.is_adjacent = false;
  const gf::kernel::fitted_shape own(spaced);
  CHECK((own.batches == 1 && own.rows == 50 && own.columns == 60 && own.vectors == 15));
}

TEST_CASE("tiles of a matrix have about equal sizes")
{
  CHECK(gf::kernel::fitted_shape(floats(1, 10, 500)).columns == 252);
  CHECK(gf::kernel::fitted_shape(floats(1, 1000, 20)).rows == 200);
}

TEST_CASE("any tile has room for what it holds, by aligned vectors, and divides rows of the output at sectors")
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const auto upto = [&](int most) { return 1 + static_cast<int>(generator() % static_cast<unsigned>(most)); };
  int wrong = 0;
  for (int n = 0; n < 20000; ++n) {
    const int bytes = 1 << generator() % 5, vector = generator() % 2 == 0 ? 1 : 16 / bytes;
    const int remainder = upto(vector) - 1, sector = generator() % 4 == 0 ? 1 : 32 / bytes;
    const gf::kernel::fitted_problem of{.batches = upto(9),
                                        .rows = upto(1 << upto(20)),
                                        .columns = upto(1 << upto(20)),
                                        .items = 2048 + upto(20000),
                                        .vector = vector,
                                        .is_adjacent = generator() % 4 != 0,
                                        .shift = remainder == 0 && generator() % 2 == 0 ? 0 : vector - 1,
                                        .remainder = remainder,
                                        .sector = sector,
                                        .slack = generator() % 2 == 0 ? 0 : sector - 1,
                                        .line = std::max(128 / bytes, 2 * vector)};
    const gf::kernel::fitted_shape shape(of);
    const int own = shape.rows - shape.slack;
    wrong += shape.batches < 1 || shape.columns < 1 || own < 1;
    wrong += std::int64_t{shape.batches} * shape.rows * shape.pitch > of.items;
    wrong += shape.vectors > 0 ? shape.columns + of.shift > shape.vectors * vector ||
                                     shape.vectors * vector > shape.pitch || shape.pitch % vector != remainder
                               : shape.pitch != of.columns || shape.columns != of.columns;
    wrong += of.shift == 0 && shape.vectors > 0 && shape.columns % vector != 0;
    wrong += shape.has_all_rows ? shape.rows != of.rows || shape.slack != 0
                                : own % sector != 0 || shape.slack != of.slack || shape.batches > 1;
  }
  CHECK(wrong == 0);
}

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
