// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/error_of.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("the largest error is a share of the largest magnitude")
{
  const std::vector<float> got = {1, -2.5f, 4};
  CHECK(gf::largest_error(got, std::vector<double>{1, -2, 4}) == 0.125);
  CHECK(gf::largest_error(got, got) == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  CHECK(gf::largest_error(std::vector<double>{nan, 1}, std::vector<double>{1, 1}) == infinity);
  CHECK(gf::largest_error(std::vector<double>{1, 1}, std::vector<double>{1, infinity}) == infinity);
  CHECK(gf::largest_error(std::vector<double>{infinity, 1}, std::vector<double>{infinity, 1}) == 0);
  CHECK(gf::largest_error(std::vector<double>{0.1}, std::vector<double>{0}) == infinity);
  CHECK(gf::largest_error(std::vector<double>{0, 0}, std::vector<double>{0, -0.0}) == 0);
  CHECK(gf::largest_error(std::vector<double>{}, std::vector<double>{}) == 0);
  CHECK(gf::largest_error(std::vector<double>{1, 2}, std::vector<double>{1, -4}) == 1.5);
  CHECK(test::explains(test::message_of([&] { gf::largest_error(got, std::vector<double>{1}); }), "3 numbers"));
}
