// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/gaussian_density.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("the density is a normal distribution of the charge")
{
  const gf::gaussian_density pair(0.5);
  const double peak = std::pow(2 * std::numbers::pi * 0.25, -1.5);
  CHECK(pair(3.0, 0.0) == doctest::Approx(3 * peak).epsilon(1e-15));
  CHECK(pair(3.0, 2.0) == doctest::Approx(3 * peak * std::exp(-4.0)).epsilon(1e-14));
}

TEST_CASE("shells of the density add up to the charge")
{
  const gf::gaussian_density pair(1.5);
  double sum = 0;
  constexpr double step = 1e-3;
  for (double r = step / 2; r < 20; r += step) sum += 4 * std::numbers::pi * r * r * pair(1.0, r * r) * step;
  CHECK(sum == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("a density beyond the sources' type is refused")
{
  CHECK(message_of([] { gf::gaussian_density(1e-13).check<float>(); }) == "");
  CHECK(explains(message_of([] { gf::gaussian_density(1e-14).check<float>(); }), "density at the centre"));
  CHECK(explains(message_of([] { gf::gaussian_density(1e13).check<float>(); }), "density at the centre"));
  CHECK(message_of([] { gf::gaussian_density(1e-14).check<double>(); }) == "");
}

TEST_CASE("a width that is no positive, finite length is refused")
{
  for (const double sigma : {0.0, -1.0, 1e-31, 1e31, static_cast<double>(INFINITY), static_cast<double>(NAN)})
    CHECK(explains(message_of([=] { gf::gaussian_density pair(sigma); }), "no normal distribution"));
  for (const double sigma : {1e-29, 1.0, 1e29}) CHECK(message_of([=] { gf::gaussian_density pair(sigma); }) == "");
}
