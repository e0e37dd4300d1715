// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_parameters.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/mesh_choice.hpp>
#include <string>

namespace gf = gridfold;

TEST_CASE("a request that names nothing has everything chosen, for an accuracy of 1e-5")
{
  const gf::mesh_request asked;
  CHECK((asked.accuracy == 1e-5 && asked.width == 0 && asked.bandwidth == 0));
  CHECK((asked.spacing == 0 && asked.cutoff == 0 && asked.degree == 0));
}

TEST_CASE("the description says what was chosen")
{
  const gf::lattice where{.origin = {-1, 0, 2}, .spacing = 0.5, .shape = {57, 53, 41}};
  const gf::atom_box box{{0, 1, 3}, {25, 24, 19}, 900};
  const auto text = gf::description_of(gf::choose_mesh<float>(where, box, {.accuracy = 1e-4, .width = 7}));
  CHECK(text.find("0.0001") != std::string::npos);
  CHECK(text.find("7 nodes along") != std::string::npos);
}
