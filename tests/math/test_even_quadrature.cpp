// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/even_quadrature.hpp>

#include <doctest/doctest.h>

#include <cmath>

TEST_CASE("the quadrature is exact for even polynomials, and for no odd ones")
{
  const gridfold::math::even_quadrature over;
  const auto integral = [&](int power) { return over([&](double x) { return std::pow(x, power); }); };
  for (const int power : {0, 2, 40, 254}) CHECK(integral(power) == doctest::Approx(1.0 / (power + 1)).epsilon(1e-13));
  CHECK(std::abs(integral(1) - 0.5) > 1e-6);
}
