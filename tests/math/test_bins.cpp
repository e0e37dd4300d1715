// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/bins.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

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

#ifdef __SIZEOF_INT128__
TEST_CASE("an integer of 128 bits is compared whole")
{
  const gf::value_bins<200> bins;
  using wide = gf::math::int128;
  std::mt19937 generator(test::seed());
  for (int n = 0; n < 1000; ++n) {
    const auto low = static_cast<wide>(generator() % 400), high = static_cast<wide>(generator() % 3) - 1;
    const wide value = (high << (64 + generator() % 60)) + low;
    CHECK(bins(value) == (high == 0 && low < 200 ? static_cast<int>(low) : -1));
    CHECK(bins(static_cast<gf::math::uint128>(value)) == bins(value));
  }
}
#endif

TEST_CASE_TEMPLATE("bins of equal width may extend over any two numbers", T, float, double)
{
  using limits = std::numeric_limits<T>;
  constexpr int count = 37;
  std::mt19937 generator(test::seed());
  const auto any_number = [&] {
    const int exponent =
        std::uniform_int_distribution<int>(limits::min_exponent - limits::digits, limits::max_exponent)(generator);
    const T size = std::ldexp(std::uniform_real_distribution<T>(T(0.5), T(1))(generator), exponent);
    return generator() % 8 == 0 ? T(0) : generator() % 2 == 0 ? size : -size;
  };
  for (int n = 0; n < 3000; ++n) {
    T low = any_number(), high = generator() % 4 == 0 ? std::nextafter(low, limits::infinity()) : any_number();
    if (low > high) std::swap(low, high);
    if (low == high) continue;
    const gf::even_bins<count> bins(static_cast<double>(low), static_cast<double>(high));
    CAPTURE(low);
    CAPTURE(high);
    CHECK(bins(low) == 0);
    CHECK(bins(high) == -1);
    CHECK(bins(std::nextafter(low, -limits::infinity())) == -1);
    const long double from = low, width = static_cast<long double>(high) - from;
    for (int m = 0; m < 20; ++m) {
      const T drawn = static_cast<T>(from + width * std::uniform_real_distribution<long double>(0, 1)(generator)),
              value = std::clamp(drawn, low, std::nextafter(high, low));
      // Errors: half an epsilon for the difference, one for the width and its quotient, one half for the product.
      const long double exact = (value - from) * (count / width), error = 2.5L * count * limits::epsilon();
      CAPTURE(value);
      CHECK(bins(value) >= 0);
      CHECK(bins(value) <= exact + error);
      CHECK(bins(value) + 1 >= exact - error);
    }
  }
}

TEST_CASE("borders may lie beyond the values' type, and values may be integers")
{
  const gf::even_bins<4> wide(-1e300, 1e300);
  CHECK(wide(5.0F) == 2);
  CHECK(wide(std::numeric_limits<float>::lowest()) == 2);  // the borders are 1e260 times as far apart as floats
  CHECK(wide(-std::numeric_limits<float>::infinity()) == -1);
  CHECK(gf::even_bins<4>(1e300, 2e300)(5.0F) == -1);
  const gf::even_bins<4> of_integers(-2e9, 2e9);
  CHECK(of_integers(-1999999999) == 0);
  CHECK(of_integers(1999999999) == 3);
  CHECK(of_integers(2000000000) == -1);
  CHECK(of_integers(std::uint8_t(3)) == 2);
  CHECK(gf::even_bins<4>(0, 0x1p64)(std::numeric_limits<std::int64_t>::max()) == 2);
}

TEST_CASE("bins without an interval are an error that says so")
{
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(test::explains(test::message_of([] { gf::even_bins<4>(1, 1); }), "from 1 to 1"));
  for (const double bad : {inf, -inf, nan})
    CHECK(test::explains(test::message_of([&] { gf::even_bins<4>(0, bad); }), "no interval"));
  CHECK(test::explains(test::message_of([&] { gf::even_bins<4>(nan, 0); }), "no interval"));
  CHECK(test::explains(test::message_of([&] { gf::even_bins<4>(-inf, 0); }), "no interval"));
}
