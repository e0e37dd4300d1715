// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/repeated.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace gf = gridfold;

TEST_CASE("a repeated value is an input of any size that needs no memory")
{
  constexpr std::int64_t size = std::int64_t{1} << 60;
  const gf::repeated<double> in(2.5, size);
  CHECK(in.extent(0) == size);
  CHECK(in(0) == 2.5);
  CHECK(in(size - 1) == 2.5);
}
