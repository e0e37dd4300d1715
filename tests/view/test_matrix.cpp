// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/matrix.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/view/repeated.hpp>

namespace gf = gridfold;

namespace
{

alignas(64) float numbers[256];

template <class... Extents>
auto dense(float* data, Extents... extents)
{
  using view = cuda::std::mdspan<float, cuda::std::dextents<int, sizeof...(Extents)>>;
  return gf::view::matrix<view>(view(data, extents...));
}

auto strided(int rows, int columns, int row_stride, int column_stride)
{
  using extents = cuda::std::dextents<int, 2>;
  using view = cuda::std::mdspan<float, extents, cuda::std::layout_stride>;
  return gf::view::matrix<view>(
      view(numbers, {extents(rows, columns), cuda::std::array<int, 2>{row_stride, column_stride}}));
}

}  // namespace

TEST_CASE("rows, matrices and batches are read as batches of matrices")
{
  for (int n = 0; n < 256; ++n) numbers[n] = static_cast<float>(n);
  const auto row = dense(numbers, 7);
  const auto matrix = dense(numbers, 3, 5);
  const auto batch = dense(numbers, 2, 3, 5);
  CHECK((row.batches() == 1 && row.rows() == 1 && row.columns() == 7));
  CHECK((matrix.batches() == 1 && matrix.rows() == 3 && matrix.columns() == 5));
  CHECK((batch.batches() == 2 && batch.rows() == 3 && batch.columns() == 5));
  CHECK(row(0, 0, 6) == 6);
  CHECK(matrix(0, 2, 4) == 14);
  CHECK(batch(1, 2, 4) == 29);
}

TEST_CASE("neighbours of a row are loaded and stored together")
{
  const auto matrix = dense(numbers, 4, 8);
  matrix.store<4>(0, 1, 4, {{1, 2, 3, 4}});
  const auto values = matrix.load<4>(0, 1, 4);
  for (int e = 0; e < 4; ++e) CHECK(values.element[e] == static_cast<float>(e + 1));
  CHECK(numbers[12] == 1);
}

TEST_CASE("vectors are aligned where the data and every row are")
{
  CHECK(dense(numbers, 4, 8).is_aligned(4));
  CHECK_FALSE(dense(numbers, 4, 6).is_aligned(4));
  CHECK(dense(numbers, 1, 6).is_aligned(4));
  CHECK_FALSE(dense(numbers + 1, 4, 8).is_aligned(4));
  CHECK(strided(4, 5, 8, 1).is_aligned(4));
  CHECK_FALSE(strided(4, 2, 8, 2).is_aligned(2));
  // A batch of matrices of 16 elements with 16 elements from one to the next, and with 18.
  using batches = cuda::std::mdspan<float, cuda::std::dextents<int, 3>, cuda::std::layout_stride>;
  const auto batch = [](int count, int between) {
    return gf::view::matrix<batches>(
        batches(numbers, {cuda::std::dextents<int, 3>(count, 2, 8), cuda::std::array<int, 3>{between, 8, 1}}));
  };
  CHECK(batch(3, 16).is_aligned(4));
  CHECK_FALSE(batch(3, 18).is_aligned(4));
  CHECK(batch(1, 18).is_aligned(4));
  CHECK(batch(3, 18).is_aligned(2));
  CHECK((batch(3, 18).place(2, 1, 5) == 49 && batch(3, 18).pitch() == 8));
  CHECK(batch(3, 18).past_multiple(1, 1, 4) == 2);
  CHECK(batch(3, 18).address(2, 1, 5) == numbers + 49);
  CHECK(dense(numbers + 1, 4, 8).is_dense());
  CHECK_FALSE(strided(4, 2, 8, 2).is_dense());
}

TEST_CASE("rows and matrices follow each other without gaps, of elements that are aligned to their size")
{
  CHECK((dense(numbers, 4, 6).is_contiguous() && dense(numbers, 4, 6).has_adjacent_rows()));
  CHECK((dense(numbers, 2, 3, 5).is_contiguous() && dense(numbers, 2, 3, 5).has_adjacent_rows()));
  CHECK((dense(numbers + 1, 4, 6).is_contiguous() && dense(numbers + 1, 4, 6).has_adjacent_rows()));
  CHECK_FALSE((strided(4, 6, 10, 1).is_contiguous() || strided(4, 6, 10, 1).has_adjacent_rows()));
  CHECK((strided(1, 6, 10, 1).is_contiguous() && strided(1, 6, 10, 1).has_adjacent_rows()));
  CHECK_FALSE((strided(4, 6, 12, 2).is_contiguous() || strided(4, 6, 12, 2).has_adjacent_rows()));

  using batches = cuda::std::mdspan<float, cuda::std::dextents<int, 3>, cuda::std::layout_stride>;
  const batches spaced(numbers, {cuda::std::dextents<int, 3>(2, 3, 5), cuda::std::array<int, 3>{20, 5, 1}});
  const gf::view::matrix<batches> matrices(spaced);
  CHECK((matrices.has_adjacent_rows() && !matrices.is_contiguous()));

  using pair = std::array<float, 2>;
  using pairs = cuda::std::mdspan<pair, cuda::std::dextents<int, 2>>;
  const gf::view::matrix<pairs> between(pairs(reinterpret_cast<pair*>(numbers + 1), 4, 6));
  CHECK_FALSE((between.is_contiguous() || between.has_adjacent_rows()));
}

TEST_CASE("elements that are no vector, and layouts without strides, are not taken for contiguous")
{
  // 3 bytes each, from an address on that is a multiple of 3.
  using triple = std::array<unsigned char, 3>;
  using triples = cuda::std::mdspan<triple, cuda::std::dextents<int, 2>>;
  auto* const bytes = reinterpret_cast<unsigned char*>(numbers);
  auto* const first = bytes + (3 - reinterpret_cast<std::uintptr_t>(bytes) % 3) % 3;
  const gf::view::matrix<triples> odd(triples(reinterpret_cast<triple*>(first), 4, 6));
  CHECK((odd.is_dense() && !odd.is_contiguous()));

  using tile = cuda::std::mdspan<float, cuda::std::extents<int, 4, 8>, gf::swizzled>;
  const gf::view::matrix<tile> permuted(tile(numbers, tile::mapping_type{}));
  CHECK_FALSE((permuted.is_contiguous() || permuted.is_dense() || permuted.has_adjacent_rows()));
}

TEST_CASE("a row's distance past a multiple")
{
  const auto matrix = dense(numbers, 4, 6);
  CHECK(matrix.past_multiple(0, 0, 8) == 0);
  CHECK(matrix.past_multiple(0, 1, 8) == 6);
  CHECK(matrix.past_multiple(0, 2, 8) == 4);
}

TEST_CASE("places in memory, and the aligned vectors around them")
{
  for (int n = 0; n < 24; ++n) numbers[n] = static_cast<float>(n);
  const auto matrix = dense(numbers, 4, 6);
  CHECK(matrix.pitch() == 6);
  CHECK(matrix.span() == 24);
  CHECK(matrix.place(0, 3, 5) == 23);
  for (const std::int64_t column : {2, 3, 4, 5}) {
    const auto around = matrix.load_around<4>(matrix.place(0, 1, column));  // elements 8 to 11
    for (int e = 0; e < 4; ++e) CHECK(around.element[e] == static_cast<float>(8 + e));
    CHECK(matrix.past_multiple(matrix.place(0, 1, column), 4) == (6 + column) % 4);
  }
  CHECK(dense(numbers + 1, 4, 6).past_multiple(2, 4) == 3);
  const auto second = matrix.load_at<2>(2);
  CHECK((second.element[0] == 2 && second.element[1] == 3));
  matrix.store_at<2>(8, {{-1, -2}});
  CHECK((numbers[8] == -1 && numbers[9] == -2));
  const auto spaced = strided(2, 3, 10, 1);
  CHECK((spaced.place(0, 1, 2) == 12 && spaced.span() == 13));
}

TEST_CASE("a view that stores its elements itself has no vectors")
{
  static_assert(!gf::view::matrix<gf::repeated<float>>::has_words<4>);
  static_assert(gf::view::matrix<cuda::std::mdspan<float, cuda::std::dextents<int, 1>>>::has_words<4>);
  static_assert(!gf::view::matrix<cuda::std::mdspan<float, cuda::std::dextents<int, 1>>>::has_words<3>);
}
