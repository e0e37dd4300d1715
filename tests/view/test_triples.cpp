// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/triples.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>

namespace gf = gridfold;

TEST_CASE("packed triples are 12 bytes, aligned ones 16")
{
  static_assert(sizeof(gf::packed3<float>) == 12 && sizeof(gf::aligned3<float>) == 16);
  static_assert(alignof(gf::aligned3<double>) == 32);
}

TEST_CASE("three arrays are seen as an array of triples")
{
  float numbers[12] = {};
  const auto triples = gf::components(numbers, 4);
  CHECK(triples.extent(0) == 4);
  triples(1) = gf::packed3<float>{1, 2, 3};
  CHECK(numbers[1] == 1);
  CHECK(numbers[4 + 1] == 2);
  CHECK(numbers[8 + 1] == 3);
  CHECK(gf::packed3<float>(triples(1)) == gf::packed3<float>{1, 2, 3});
}

TEST_CASE("three maps are seen as a lattice of triples")
{
  float numbers[18] = {};
  const auto triples = gf::components(numbers, gf::shape3{3, 2, 1});
  CHECK((triples.extent(0) == 1 && triples.extent(1) == 2 && triples.extent(2) == 3));
  triples(0, 1, 2) = gf::packed3<float>{1, 2, 3};
  CHECK((numbers[5] == 1 && numbers[6 + 5] == 2 && numbers[12 + 5] == 3));
}

TEST_CASE("an accessor names every place of an element, and the bytes of all")
{
  float numbers[12] = {};
  const auto triples = gf::components(numbers, 4);
  std::set<std::ptrdiff_t> places;
  triples.accessor().for_each_place(triples.data_handle(), 2, [&](float* p) { places.insert(p - numbers); });
  CHECK(places == std::set<std::ptrdiff_t>{2, 6, 10});
  CHECK(triples.accessor().span_bytes(4) == sizeof numbers);
}
