// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/bins.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("an integer's bin is itself, and none outside of them")
{
  const gf::value_bins<200> bins;
  CHECK(bins(0) == 0);
  CHECK(bins(std::uint8_t(199)) == 199);
  CHECK(bins(std::uint8_t(200)) == -1);
  CHECK(bins(std::int8_t(-1)) == -1);
  CHECK(bins(std::numeric_limits<std::int64_t>::min()) == -1);
  CHECK(bins(std::numeric_limits<std::uint64_t>::max()) == -1);
}

TEST_CASE_TEMPLATE("bins of equal width contain their lower border", T, float, double)
{
  const gf::even_bins<8> bins(-2, 2);
  CHECK(bins(T(-2)) == 0);
  CHECK(bins(T(-1.5)) == 1);
  CHECK(bins(T(0)) == 4);
  CHECK(bins(std::nextafter(T(2), T(0))) == 7);
  for (const T outside : {T(2), T(-2.1), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()})
    CHECK(bins(outside) == -1);
  const gf::even_bins<3> thirds(0.1, 0.7);  // rounding makes no bin number 3
  CHECK(thirds(std::nextafter(T(0.7), T(0))) == 2);
}

TEST_CASE("bins without an interval are an error that says so")
{
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(test::explains(test::message_of([] { gf::even_bins<4>(1, 1); }), "from 1 to 1"));
  for (const double bad : {inf, -inf, nan})
    CHECK(test::explains(test::message_of([&] { gf::even_bins<4>(0, bad); }), "no interval"));
  CHECK(test::explains(test::message_of([&] { gf::even_bins<4>(-inf, 0); }), "no interval"));
}
