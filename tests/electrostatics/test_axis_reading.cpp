// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/axis_reading.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <vector>

namespace axis_reading_tests
{

namespace gf = gridfold;

TEST_CASE("a table of an axis is rounded to the mesh's number type, with slopes if it has some")
{
  const gf::electrostatics::reading_table plain{{3, 4}, {0.1, 0.2, 0.3, 0.4}, {}};
  const gf::electrostatics::axis_reading<gf::host, float> read(gf::host{}, plain);
  CHECK(read.first.values() == plain.first);
  CHECK(read.weight.values() == std::vector<float>{0.1F, 0.2F, 0.3F, 0.4F});
  CHECK(read.slope.size() == 0);
  CHECK(read.points_of_tile == 1);
  auto with_slopes = plain;
  with_slopes.slope = {-0.1, -0.2, -0.3, -0.4};
  const gf::electrostatics::axis_reading<gf::host, double> both(gf::host{}, with_slopes, 16);
  CHECK(both.points_of_tile == 16);
  CHECK(both.slope.values() == with_slopes.slope);
}

}  // namespace axis_reading_tests
