// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace gf = gridfold;

TEST_CASE("electrostatics.hpp alone has interactions, units and maps")
{
  const std::vector<gf::atom> atoms = {{-1, 0, 0, 2}};
  const auto map = gf::potential_map(atoms, gf::lattice{.shape = {2, 1, 1}});
  CHECK(map.values[1] * gf::units::volt == doctest::Approx(14.3996455).epsilon(1e-6));
  static_assert(gf::radial_interaction<gf::yukawa<>, float> && gf::radial_interaction<gf::gaussian_density, double>);
}
