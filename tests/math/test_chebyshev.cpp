// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/chebyshev.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gf = gridfold;

TEST_CASE("a polynomial is fitted exactly, its powers lowest first")
{
  const auto fitted = gf::math::chebyshev_fit(4, [](double u) { return 3 - u + 0.5 * u * u * u * u; });
  const double expected[] = {3, -1, 0, 0, 0.5};
  REQUIRE(fitted.size() == 5);
  for (std::size_t p = 0; p < 5; ++p) CHECK(std::abs(fitted[p] - expected[p]) < 1e-14);
  CHECK(gf::math::polynomial<4>(fitted.data(), 0.5) == doctest::Approx(3 - 0.5 + 0.5 / 16));
  CHECK(gf::math::chebyshev_fit(0, [](double) { return 7.0; })[0] == 7);
}

TEST_CASE("the fit of an entire function converges")
{
  // The next Chebyshev coefficient of exp is 2 I(degree + 1)(1), about 2 (1/2)^n / n!; the fit's error is less than
  // four of it.
  double factorial = 1;
  for (int degree = 1; degree <= 12; ++degree) {
    factorial *= degree + 1;
    const auto fitted = gf::math::chebyshev_fit(degree, [](double u) { return std::exp(u); });
    double worst = 0;
    for (double u = -1; u <= 1; u += 0.01) {
      double value = 0;
      for (int p = degree; p >= 0; --p) value = value * u + fitted[static_cast<std::size_t>(p)];
      worst = std::max(worst, std::abs(value - std::exp(u)));
    }
    CHECK(worst < 8 * std::pow(0.5, degree + 1) / factorial + 1e-14);
  }
}
