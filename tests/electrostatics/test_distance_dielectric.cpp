// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/distance_dielectric.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE_TEMPLATE("a permittivity that grows with the distance makes it the inverse square", T, float, double)
{
  const gf::distance_dielectric<gf::rsqrt::ieee> pair{.slope = 2};
  CHECK(pair(T(3), T(4)) == T(0.375));
  CHECK(pair(T(3), T(16)) == T(0.09375));
}

TEST_CASE("a slope that is not positive, or too large for the sources' type, is refused")
{
  const auto refusal = [](double slope) {
    return message_of([&] { gf::distance_dielectric<>{.slope = slope}.check<float>(); });
  };
  CHECK(refusal(4) == "");
  CHECK(explains(refusal(0), "slope is 0"));
  CHECK(explains(refusal(-1), "slope is -1"));
  CHECK(explains(refusal(1e40), "slope is 1e+40"));
  CHECK(explains(refusal(std::numeric_limits<double>::quiet_NaN()), "slope is nan"));
  CHECK(message_of([] { gf::distance_dielectric<>{.slope = 1e40}.check<double>(); }) == "");
}
