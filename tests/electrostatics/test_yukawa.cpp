// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/yukawa.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("without screening the potential is Coulomb's, with screening it decays")
{
  CHECK(gf::yukawa<gf::rsqrt::ieee>{.kappa = 0}(3.0, 16.0) == 0.75);
  CHECK(gf::yukawa<gf::rsqrt::ieee>{.kappa = 0.5}(3.0, 16.0) == doctest::Approx(0.75 * std::exp(-2.0)).epsilon(1e-14));
  CHECK(gf::yukawa<>{.kappa = 0.5}(3.0f, 16.0f) == doctest::Approx(0.75 * std::exp(-2.0)).epsilon(1e-6));
}

TEST_CASE("an inverse length that is negative, or beyond the sources' type, is refused")
{
  const auto refusal = [](double kappa) { return message_of([&] { gf::yukawa<>{.kappa = kappa}.check<float>(); }); };
  CHECK(refusal(0) == "");
  CHECK(refusal(0.1) == "");
  CHECK(explains(refusal(-0.1), "length is -0.1"));
  CHECK(explains(refusal(1e-40), "length is 1e-40"));
}
