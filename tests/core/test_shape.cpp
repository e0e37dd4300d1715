// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/shape.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace gf = gridfold;

TEST_CASE("a shape counts its elements in 64 bits")
{
  static_assert(gf::shape3{2, 3, 5}.count() == 30);
  static_assert(gf::shape3{1 << 16, 1 << 16, 1 << 16}.count() == std::int64_t{1} << 48);
}

TEST_CASE("elements of a shape are numbered along x, then y, then z")
{
  constexpr gf::shape3 shape{3, 4, 2};
  std::int64_t rank = 0;
  for (std::int64_t z = 0; z < shape.z; ++z)
    for (std::int64_t y = 0; y < shape.y; ++y)
      for (std::int64_t x = 0; x < shape.x; ++x) CHECK(gf::index_in(shape, rank++) == gf::index3{x, y, z});
  CHECK(rank == shape.count());
}
