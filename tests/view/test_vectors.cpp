// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/vectors.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/view/read_only.hpp>
#include <gridfold/view/repeated.hpp>

namespace gf = gridfold;
namespace view = gf::view;

TEST_CASE("a vector has 1, 2, 4, 8 or 16 bytes")
{
  static_assert(view::is_word<float, 4> && view::is_word<double, 2> && view::is_word<char, 16>);
  static_assert(!view::is_word<float, 3> && !view::is_word<double, 4>);
  static_assert(view::fills_words<float, 8> && !view::fills_words<float, 3>);
  static_assert(view::array_word_bytes<float, 2> == 8 && view::array_word_bytes<double, 4> == 16);
}

TEST_CASE("accessors to memory move vectors, others elements")
{
  static_assert(gf::word_access<cuda::std::default_accessor<float>>::moves);
  static_assert(gf::word_access<gf::read_only_accessor<float>>::moves);
  static_assert(!gf::word_access<gf::repeated_accessor<float>>::moves);
}

TEST_CASE("what is stored as a vector is loaded as one, and its neighbours are left alone")
{
  alignas(16) float numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  view::store_array(numbers + 4, view::array<float, 4>{{10, 11, 12, 13}});
  CHECK(numbers[3] == 3);
  const auto both = view::load_array<8>(cuda::std::default_accessor<float>(), numbers);
  for (int e = 0; e < 8; ++e) CHECK(both.element[e] == static_cast<float>(e < 4 ? e : e + 6));
  const auto three = view::load_neighbours<float, 3>(&numbers[2]);
  CHECK(three.element[2] == 10);
}
