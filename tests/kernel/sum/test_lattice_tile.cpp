// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/lattice_tile.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
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

TEST_CASE("a source is added to some rows of a tile, and not where the interaction has ended")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {9, 9, 9}};
  gf::kernel::lattice_tile<gf::variant<gf::coarsen<2, 4>>, float, float> tile{};
  tile.init(
      gf::kernel::axes_of<float>(where, 0), [](int i) { return i; }, [](int j) { return j; }, 0);
  const gf::coulomb_near<float, 8> near(gf::coulomb_far<float, 8>(9, 2.5));
  static_assert(gf::math::ending_interaction<decltype(near), float>);
  tile.add<1, 2>(gf::source<float>{1, 3, 0.5f, 8}, near);
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 2; ++i) {
      const float r2 = static_cast<float>((i - 1) * (i - 1) + (j - 3) * (j - 3)) + 0.25f;
      CHECK(near.ends_at(r2) == (r2 >= 6.25f));
      CHECK(tile.sum[j][i].value() == doctest::Approx(j == 1 || j == 2 ? near(8, r2) : 0.0f).epsilon(1e-6));
      if (near.ends_at(r2)) CHECK(near(8, r2) == 0);
    }
  // Beyond the cutoff a polynomial may overflow.
  tile.add(gf::source<float>{1e18f, 3, 0.5f, 8}, near);
  for (const auto& row : tile.sum)
    for (const auto& sum : row) CHECK(std::isfinite(sum.value()));
}

TEST_CASE("threads with few items unroll over sources")
{
  static_assert(gf::kernel::sources_at_once<gf::coarsen<1>> == 16);
  static_assert(gf::kernel::sources_at_once<gf::coarsen<4, 2>> == 1);
}
