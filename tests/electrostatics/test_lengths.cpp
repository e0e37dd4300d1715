// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/math/interaction.hpp>
#include <limits>
#include <string>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string refusal_of_softening(double delta)
{
  return message_of([&] { (void)gf::singularity::softened(delta); });
}
std::string refusal_of_width(double sigma)
{
  return message_of([&] { (void)gf::gaussian_density(sigma); });
}

}  // namespace

TEST_CASE("a softening length from 1e-15 to 1e15 is accepted")
{
  CHECK(refusal_of_softening(1e-15) == "");
  CHECK(refusal_of_softening(1) == "");
  CHECK(refusal_of_softening(1e15) == "");
}

TEST_CASE("a softening length outside is refused")
{
  CHECK(explains(refusal_of_softening(0), "length is 0"));
  CHECK(explains(refusal_of_softening(-1), "length is -1"));
  CHECK(explains(refusal_of_softening(not_a_number), "length is nan"));
  CHECK(explains(refusal_of_softening(infinity), "length is inf"));
}

TEST_CASE("an error shows a length that is too small for decimals in full")
{
  CHECK(explains(refusal_of_softening(1e-18), "1e-18"));
  CHECK(explains(refusal_of_width(1e-40), "1e-40"));
}

TEST_CASE("a positive, finite width of a Gaussian is accepted") { CHECK(refusal_of_width(0.5) == ""); }

TEST_CASE("any other width of a Gaussian is refused")
{
  CHECK(explains(refusal_of_width(0), "Gaussian is 0"));
  CHECK(explains(refusal_of_width(-2), "Gaussian is -2"));
  CHECK(explains(refusal_of_width(not_a_number), "Gaussian is nan"));
  CHECK(explains(refusal_of_width(infinity), "Gaussian is inf"));
}
