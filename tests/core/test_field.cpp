// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/field.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("a field has a zero for every point, indexed by (z, y, x)")
{
  gf::field<float> map({.shape = {3, 5, 2}});
  CHECK(map.values == std::vector<float>(30));
  map.view()(1, 4, 2) = 7;
  CHECK(map.values.back() == 7);
  const auto& read = map;
  CHECK(read.view()(1, 4, 2) == 7);
}

TEST_CASE("a field is refused if its points or its bytes cannot be counted")
{
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const gf::lattice where{.shape = {std::int64_t{1} << 32, std::int64_t{1} << 32, 1}};
  CHECK(explains(message_of([&] { gf::field<float>{where}; }), "has 2^63 points or more"));
  CHECK(explains(message_of([] { gf::field<double>({.shape = {most, 1, 1}}); }), "values of 8 bytes"));
}
