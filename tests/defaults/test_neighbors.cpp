// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/neighbors.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("all pairs are gathered by default, so that neighbours are in a fixed order")
{
  static_assert(std::is_same_v<gf::default_variant<gf::device, gf::verb::neighbors>::decomposition, gf::gather>);
  static_assert(std::is_same_v<gf::default_variant<gf::host, gf::verb::neighbors>::decomposition, gf::gather>);
}

TEST_CASE("many particles are looked for in cells, on executors that serve host memory")
{
  CHECK(gf::defaults::particles_for_cells<gf::host> < 1 << 20);
  CHECK(gf::defaults::particles_for_cells<gf::device> < 1 << 20);
  CHECK(gf::defaults::particles_for_cells<int> > 1 << 20);
}
