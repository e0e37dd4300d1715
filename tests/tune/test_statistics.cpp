// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/statistics.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

namespace
{

// What the compiler evaluates may read no element outside of an array.
constexpr double ascending[] = {1, 2, 4, 8};
static_assert(gf::tuning::quantile_of_sorted(ascending, 4, 0) == 1);
static_assert(gf::tuning::quantile_of_sorted(ascending, 4, 0.5) == 3);
static_assert(gf::tuning::quantile_of_sorted(ascending, 4, 0.75) == 5);
static_assert(gf::tuning::quantile_of_sorted(ascending, 4, 1) == 8);
constexpr double single[] = {7};
static_assert(gf::tuning::quantile_of_sorted(single, 1, 0) == 7 && gf::tuning::quantile_of_sorted(single, 1, 1) == 7);

}  // namespace

TEST_CASE("the median lies in the middle, between two if they are even in number")
{
  CHECK(gf::median({3, 1, 2}) == 2);
  CHECK(gf::median({4, 1, 2, 3}) == 2.5);
  CHECK(gf::median({7}) == 7);
  CHECK(gf::median({}) == 0);
}

TEST_CASE("the spread is the width of the middle half")
{
  CHECK(gf::spread({8, 9, 10, 11, 12}) == doctest::Approx(0.2));
  CHECK(gf::spread({8, 9, 10, 11, 1000}) == doctest::Approx(0.2));
  CHECK(gf::spread({5, 5, 5}) == 0);
  CHECK(gf::spread({0, 0, 0}) == 0);
  CHECK(gf::spread({}) == 0);
}

TEST_CASE("a quantile lies between its neighbours by its share of the way, and the last is the largest")
{
  constexpr double values[] = {1, 2, 4, 8, 16};
  static_assert(gf::tuning::quantile_of_sorted(values, 5, 0) == 1);
  static_assert(gf::tuning::quantile_of_sorted(values, 5, 0.25) == 2);
  static_assert(gf::tuning::quantile_of_sorted(values, 5, 0.6875) == 7);
  static_assert(gf::tuning::quantile_of_sorted(values, 5, 1) == 16);
  static_assert(gf::tuning::quantile_of_sorted(values + 3, 1, 0.75) == 8);
}
