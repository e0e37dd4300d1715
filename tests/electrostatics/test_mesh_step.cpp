// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_step.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace gf = gridfold;

TEST_CASE("each step of a particle mesh has a name of its own")
{
  std::set<std::string> names;
  for (const gf::mesh_step step : gf::mesh_steps) names.insert(gf::name_of_step(step));
  CHECK(names == std::set<std::string>{"sort", "near sum", "spread", "convolve", "interpolate"});
  CHECK(gf::name_of_step(gf::mesh_step::near_sum) == std::string("near sum"));
}

TEST_CASE("an observer is callable with a step")
{
  static_assert(gf::mesh_step_observer<gf::no_mesh_step_observer>);
  static_assert(!gf::mesh_step_observer<int>);
  const auto takes_text = [](std::string) {};
  static_assert(!gf::mesh_step_observer<decltype(takes_text)>);
}
