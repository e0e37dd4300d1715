// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/vector_access.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/view/read_only.hpp>
#include <gridfold/view/repeated.hpp>

namespace gf = gridfold;
namespace view = gf::view;

namespace
{

struct triple_byte {
  unsigned char of[3];
};
struct alignas(16) pair_of_vectors {
  double of[4];
};

}  // namespace

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

TEST_CASE("the widest vector is the largest power of two that fits, up to 16")
{
  const int widest[] = {1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16};
  for (std::size_t bytes = 1; bytes <= 17; ++bytes) CHECK(view::widest_vector(bytes) == widest[bytes - 1]);
  CHECK(view::widest_vector(1000) == 16);
  static_assert(view::is_word_array<pair_of_vectors> && !view::is_word_array<double> &&
                !view::is_word_array<triple_byte>);
  static_assert(!view::is_word<triple_byte, 1> && !view::is_word<float, 8> && view::is_word<float, 1>);
  static_assert(!view::fills_words<triple_byte, 4> && !view::fills_words<float, 6> && view::fills_words<float, 1>);
}
