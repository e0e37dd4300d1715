// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/points_at.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/policy/input.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

TEST_CASE("positions are read as points, by the index type and input policy asked for")
{
  const std::vector<double> x = {1, 2}, y = {3, 4};
  const auto points = gf::kernel::points_at<gf::read_only, int>(gf::host{}, gf::positions(x, y));
  static_assert(std::is_same_v<decltype(points)::index, int>);
  CHECK(points.extent(0) == 2);
  CHECK(points(1).at[0] == 2);
  CHECK(points(1).at[1] == 4);
}
