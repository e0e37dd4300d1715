// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/coulomb.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("a charge's potential falls off with the distance", T, float, double)
{
  const gf::coulomb<gf::rsqrt::ieee> exact;
  CHECK(exact(T(3), T(16)) == T(0.75));
  CHECK(gf::coulomb<>{}(T(-3), T(16)) == doctest::Approx(-0.75).epsilon(1e-6));
  const gf::coulomb<gf::rsqrt::ieee, gf::singularity::softened> softened{gf::singularity::softened(4)};
  CHECK(softened(T(10), T(9)) == T(2));
  CHECK(softened(T(10), T(0)) == T(2.5));
}
