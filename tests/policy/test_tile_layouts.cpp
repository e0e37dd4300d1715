// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/tile_layouts.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <set>

namespace gf = gridfold;

namespace
{

template <int Rows, int Columns>
using extents = cuda::std::extents<int, Rows, Columns>;

/// Whether a mapping puts every element at a place of its own within its span.
template <class Mapping>
bool is_one_to_one(const Mapping& mapping, int rows, int columns)
{
  std::set<int> places;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const int place = mapping(i, j);
      if (place < 0 || place >= mapping.required_span_size() || !places.insert(place).second) return false;
    }
  return true;
}

/// The most elements of a column that lie in one of 32 banks.
template <class Mapping>
int deepest_bank(const Mapping& mapping, int rows, int column)
{
  int in_bank[32] = {}, most = 0;
  for (int i = 0; i < rows; ++i) {
    const int words = ++in_bank[mapping(i, column) % 32];
    most = words > most ? words : most;
  }
  return most;
}

}  // namespace

TEST_CASE_TEMPLATE("every element of a tile has a place of its own", Layout, gf::unpadded, gf::padded<1>, gf::padded<3>,
                   gf::swizzled)
{
  CHECK(is_one_to_one(typename Layout::template mapping<extents<32, 32>>(), 32, 32));
  CHECK(is_one_to_one(typename Layout::template mapping<extents<7, 16>>(), 7, 16));
  CHECK(is_one_to_one(typename Layout::template mapping<extents<33, 8>>(), 33, 8));
}

TEST_CASE("a column of 32 words lies in one bank, unless it is padded or swizzled")
{
  for (int column = 0; column < 32; ++column) {
    CHECK(deepest_bank(gf::unpadded::mapping<extents<32, 32>>(), 32, column) == 32);
    CHECK(deepest_bank(gf::padded<1>::mapping<extents<32, 32>>(), 32, column) == 1);
    CHECK(deepest_bank(gf::swizzled::mapping<extents<32, 32>>(), 32, column) == 1);
  }
}

TEST_CASE("padding takes memory, swizzling none")
{
  static_assert(gf::unpadded::mapping<extents<8, 16>>::required_span_size() == 128);
  static_assert(gf::padded<1>::mapping<extents<8, 16>>::required_span_size() == 7 * 17 + 16);
  static_assert(gf::swizzled::mapping<extents<8, 16>>::required_span_size() == 128);
}

TEST_CASE("a tile is an mdspan")
{
  float memory[4 * 9] = {};
  const cuda::std::mdspan<float, extents<4, 8>, gf::padded<1>> view(&memory[0],
                                                                    gf::padded<1>::mapping<extents<4, 8>>());
  view(3, 2) = 5;
  CHECK(memory[3 * 9 + 2] == 5);
}

TEST_CASE("a tile says of its layout what is true of it")
{
  const auto is = [](auto mapping, bool strided, bool exhaustive) {
    using M = decltype(mapping);
    const cuda::std::mdspan view(static_cast<float*>(nullptr), mapping);
    CHECK((view.is_unique() && M::is_always_unique()));
    CHECK((view.is_strided() == strided && M::is_always_strided() == strided));
    CHECK((view.is_exhaustive() == exhaustive && M::is_always_exhaustive() == exhaustive));
    CHECK((view.extent(0) == 6 && view.extent(1) == 8));
  };
  is(gf::unpadded::mapping<extents<6, 8>>(), true, true);
  is(gf::padded<3>::mapping<extents<6, 8>>(), true, false);
  is(gf::swizzled::mapping<extents<6, 8>>(), false, true);
  static_assert(gf::padded<3>::mapping<extents<6, 8>>::stride(0) == 11);
  static_assert(gf::padded<3>::mapping<extents<6, 8>>::stride(1) == 1);
}

TEST_CASE("a swizzled tile has a power of two of columns")
{
  for (int columns = 1; columns <= 80; ++columns) {
    bool is_power = false;
    for (int power = 1; power <= columns; power *= 2) is_power = is_power || power == columns;
    CHECK(gf::swizzled::takes(3, columns) == is_power);
  }
}
