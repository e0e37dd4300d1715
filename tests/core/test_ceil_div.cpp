// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/ceil_div.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>

namespace gf = gridfold;

TEST_CASE("a quotient is rounded up, without overflow")
{
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(gf::ceil_div(most, 1) == most);
  CHECK(gf::ceil_div(most, 2) == most / 2 + 1);
  CHECK(gf::ceil_div(most, most) == 1);
  CHECK(gf::ceil_div(0, 7) == 0);
  for (const std::int64_t whole : {1, 6, 7, 8, 14, 15}) CHECK(gf::ceil_div(whole, 7) == (whole + 6) / 7);
}
