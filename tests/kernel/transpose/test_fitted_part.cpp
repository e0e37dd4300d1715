// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_part.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/view/matrix.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<const float, cuda::std::dextents<std::int64_t, 2>>;
using part = gf::kernel::fitted_part<4>;

/// The shape of tiles of 2,048 floats, of a matrix that begins at a vector.
gf::kernel::fitted_shape shape_of(std::int64_t rows, std::int64_t columns)
{
  return gf::kernel::fitted_shape({.batches = 1,
                                   .rows = rows,
                                   .columns = columns,
                                   .items = 2048,
                                   .vector = 4,
                                   .is_adjacent = true,
                                   .shift = columns % 4 == 0 ? 0 : 3,
                                   .remainder = static_cast<int>(columns % 4),
                                   .sector = 8,
                                   .slack = rows % 8 == 0 ? 0 : 7,
                                   .line = 32});
}

}  // namespace

TEST_CASE("blocks of a tall matrix own pieces of it, and the first and the last one lack rows")
{
  alignas(16) static float numbers[5 * 1001] = {};
  const gf::kernel::fitted_shape shape = shape_of(1001, 5);
  const gf::view::matrix<view> in(view(numbers, 1001, 5));
  const int own = shape.rows - shape.slack;
  const part first({0, 0, 0}, shape, in, 5, true), second({0, 1, 0}, shape, in, 5, true);
  CHECK((first.row == -7 && first.low == 7 && first.high == shape.rows && !first.has_all_rows));
  CHECK((first.place == 0 && first.length == own * 5 && first.pieces == 1 && first.is_inside));
  CHECK(second.row == own - 7);
  CHECK((!second.contains(-1) && second.contains(0) && second.contains(shape.rows - 1)));
  // The first element lies as far after a vector in the tile as in memory.
  CHECK(part::past_vector(second.shift) == second.place % 4);
  CHECK(part::past_vector(first.shift + first.low * shape.pitch) == 0);

  const part last({0, (1001 + 7 - 1) / own, 0}, shape, in, 5, true);
  CHECK((last.row + last.high == 1001 && !last.contains(last.high)));
  CHECK_FALSE(last.is_inside);  // its last vector reaches beyond the matrix
}

TEST_CASE("a block of a flat matrix owns a piece of each row, by as many vectors as any shift needs")
{
  static float numbers[6 * 2001] = {};
  const gf::kernel::fitted_shape shape = shape_of(6, 2001);
  const gf::view::matrix<view> in(view(numbers, 6, 2001));
  const part second({1, 0, 0}, shape, in, 2001, true);
  CHECK((second.column == shape.columns && second.pieces == 6 && second.has_all_rows));
  CHECK(second.length == (2001 - second.column < shape.columns ? 2001 - second.column : shape.columns));
  CHECK(second.vectors == 6 * shape.vectors);
  CHECK(part({1, 0, 0}, shape, in, 2001, false).vectors == 0);
}
