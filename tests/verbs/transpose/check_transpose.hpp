// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks a transpose on the executor that a test is compiled for, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <cuda/std/mdspan>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transpose.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "../../support/elements.hpp"
#include "../../support/pairwise.hpp"

namespace test::transposes
{

/// A shape to test: `offset` elements precede the data, so that it need not be aligned.
struct shape {
  std::size_t batches, rows, columns, offset = 0;
  [[nodiscard]] std::size_t matrix() const { return rows * columns; }
  [[nodiscard]] std::size_t size() const { return batches * matrix() + offset; }
};

template <class T>
using batch_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>>;

/// The number of wrong elements of `out`, and of written elements before it.
template <class T>
std::size_t wrong_elements(const shape& s, const std::vector<T>& in, const std::vector<T>& out)
{
  const std::vector<T> before = poison<T>(s.offset);
  std::size_t wrong = s.offset > 0 && std::memcmp(before.data(), out.data(), s.offset * sizeof(T)) != 0;
  for (std::size_t b = 0; b < s.batches; ++b)
    for (std::size_t i = 0; i < s.rows; ++i)
      for (std::size_t j = 0; j < s.columns; ++j) {
        const std::size_t base = s.offset + b * s.matrix();
        if (!(out[base + j * s.rows + i] == in[base + i * s.columns + j])) ++wrong;
      }
  return wrong;
}

/// Checks every element of a transpose. Not a template of the variant, since doctest's macros compile slowly.
template <class T>
void check_transpose(const shape& s, const std::vector<T>& in, const std::vector<T>& out, const std::string& variant)
{
  CAPTURE(variant);
  CAPTURE(sizeof(T));
  CAPTURE(s.batches);
  CAPTURE(s.rows);
  CAPTURE(s.columns);
  CAPTURE(s.offset);
  CHECK(wrong_elements(s, in, out) == 0);
}

/// Transposes a batch of dense matrices by a variant and checks it.
template <class V, class T>
void check(const shape& s)
{
  const std::vector<T> in = elements<T>(s.size());
  std::vector<T> out = poison<T>(s.size());
  on_executor(in, out, [&](auto on, const T* from, T* to) {
    gf::transpose<V>(on, batch_view<const T>(from + s.offset, s.batches, s.rows, s.columns),
                     batch_view<T>(to + s.offset, s.batches, s.columns, s.rows));
  });
  check_transpose(s, in, out, V::name());
}

inline constexpr shape every_shape[] = {{1, 1, 1},        {1, 1, 1000},     {1, 1000, 1},    {1, 7, 13},
                                        {1, 257, 129},    {1, 257, 129, 1}, {3, 61, 67, 3},  {2, 128, 192},
                                        {1, 192, 256, 1}, {1, 130, 258, 2}, {1, 64, 1028, 4}};

template <class V, class T>
void check_every_shape()
{
  for (const shape& s : every_shape) check<V, T>(s);
}

/// Every variant of a list on elements of each type, on every shape.
template <class Variants, class... T>
void check_every_variant()
{
  for_each_combination(pairwise<Variants, gf::list<T...>>{}, [&]<class V, class E>() { check_every_shape<V, E>(); });
}

using decompositions = gf::list<gf::gather, gf::scatter>;
using odd_block = gf::list<gf::block<7, 3>>;

/// Transposes without tiles, with one item per thread and several.
using direct =
    gf::cross<decompositions, gf::list<gf::contiguous, gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<3, 2>>,
              gf::list<gf::global, gf::read_only, gf::prefetching>, odd_block>;

/// The subset for other element types.
using some_direct =
    gf::list<gf::variant<gf::gather, gf::interleaved, gf::coarsen<3, 2>, gf::read_only, gf::block<7, 3>>,
             gf::variant<gf::scatter, gf::contiguous, gf::coarsen<3, 2>, gf::global, gf::block<7, 3>>>;

using tiled =
    gf::cross<decompositions, gf::list<gf::contiguous, gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<5, 7>>,
              gf::list<gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>>, odd_block>;

using some_tiled = gf::cross<decompositions, gf::list<gf::interleaved>, gf::list<gf::coarsen<5, 7>>,
                             gf::list<gf::tile<gf::padded<1>>>, odd_block>;

/// In fitted tiles, by single elements and by vectors of some elements.
template <int Width>
using fitted =
    gf::list<gf::variant<gf::coarsen<32>, gf::fitted_tile, gf::vectors<Width>, gf::block<64>>,
             gf::variant<gf::coarsen<16, 2>, gf::prefetching, gf::fitted_tile, gf::vectors<Width>, gf::block<8, 8>>>;

/// Shapes that fit such tiles in every way: batches of small matrices, few columns and few rows.
inline constexpr shape fitting_shapes[] = {
    {300, 8, 8},     {1000, 3, 5},    {17, 16, 30, 1}, {70, 32, 32},    {1, 5000, 3},  {1, 4999, 7, 2},
    {3, 4096, 8},    {3, 1001, 5, 3}, {1, 3, 5000},    {1, 7, 4999, 2}, {3, 8, 4096},  {3, 5, 1001, 3},
    {2, 50, 128, 4}, {1, 200, 64},    {1, 257, 129},   {5, 1, 1},       {1, 97, 1500}, {2, 1100, 144}};

/// How vectors are moved: in tiles, or in registers.
template <class Decomposition, class Path>
using moved = gf::list<Decomposition, Path>;
using ways_of_vectors =
    gf::list<moved<gf::gather, gf::tile<gf::padded<1>>>, moved<gf::scatter, gf::tile<gf::padded<1>>>,
             moved<gf::gather, gf::tile<gf::swizzled>>, moved<gf::scatter, gf::tile<gf::swizzled>>,
             moved<gf::gather, gf::aligned_tile>,
             moved<gf::gather, gf::list<gf::prefetching, gf::aligned_tile, gf::raster_by_columns>>,
             moved<gf::gather, gf::list<gf::prefetching, gf::tile<gf::padded<1>>>>, moved<gf::gather, gf::global>,
             moved<gf::scatter, gf::global>, moved<gf::gather, gf::read_only>, moved<gf::scatter, gf::read_only>>;

/// By vectors of 16 bytes; of two elements where one has 16, which then move one by one.
template <class T, class Way>
struct in_vectors;
template <class T, class Decomposition, class Path>
struct in_vectors<T, moved<Decomposition, Path>> {
  static constexpr int width = sizeof(T) >= 8 ? 2 : int{16 / sizeof(T)};
  static constexpr bool is_direct = requires { requires Path::is_direct; };
  using shape = std::conditional_t<is_direct, gf::list<gf::coarsen<width, width>, gf::block<3, 2>>,
                                   gf::list<gf::coarsen<2 * width, 2>, gf::block<2, 8>>>;
  using type = gf::variant<Decomposition, gf::interleaved, gf::vectors<width>, Path, shape>;
};

}  // namespace test::transposes
