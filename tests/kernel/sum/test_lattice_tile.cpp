// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/lattice_tile.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

TEST_CASE("a tile adds a source to each of its points, and gives its sums as parts")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {9, 9, 9}};
  gf::kernel::lattice_tile<gf::variant<gf::coarsen<2, 3>>, float, float> tile{};
  tile.init(
      gf::kernel::axes_of<float>(where, 0), [](int i) { return 2 + i; }, [](int j) { return 1 + 2 * j; }, 4);
  CHECK(tile.x[1] == 3);
  CHECK(tile.y[2] == 5);
  CHECK(tile.z == 4);
  tile.add(gf::source<float>{2, 1, 0, 8}, gf::coulomb<gf::rsqrt::ieee>{});
  CHECK(tile.sum[0][0].value() == doctest::Approx(2));                    // (0, 0, 4)
  CHECK(tile.sum[2][1].value() == doctest::Approx(8 / std::sqrt(33.0)));  // (1, 4, 4)
  static_assert(decltype(tile)::parts == 6);
  CHECK(tile.part(5) == tile.sum[2][1].value());
  tile.add_part(0, 1.5f);
  CHECK(tile.part(0) == doctest::Approx(3.5));
}

TEST_CASE("threads with few items unroll over sources")
{
  static_assert(gf::kernel::sources_at_once<gf::coarsen<1>> == 16);
  static_assert(gf::kernel::sources_at_once<gf::coarsen<4, 2>> == 1);
}
