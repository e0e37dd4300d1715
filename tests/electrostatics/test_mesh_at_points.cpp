// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_at_points.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("parameters are those of a tenth of the accuracy")
{
  const gf::atom_box atoms{{0, 0, 0}, {20, 21, 22}, 1000};
  for (const double accuracy : {1e-2, 1e-4, 1e-8}) {
    const auto p = gf::choose_mesh_at_points<double>({{0, 0, 0}, {20, 21, 22}, 50}, atoms, {.accuracy = accuracy});
    const auto map = gf::choose_mesh<double>(gf::lattice{.shape = {20, 21, 22}}, atoms, {.accuracy = accuracy});
    CHECK(p.width == map.width + 1);
    CHECK(p.bandwidth == doctest::Approx(map.bandwidth + 2.302585));
    CHECK(p.accuracy == accuracy);
  }
}

TEST_CASE("an open mesh holds the windows of points and of atoms, and all their distances")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> place(-20, 20);
  for (int n = 0; n < 20; ++n) {
    const auto box = [&](auto& low, auto& high) {
      low = {place(generator), place(generator), place(generator)};
      high = {low.x + 21 + place(generator), low.y + 21 + place(generator), low.z};  // flat
    };
    gf::atom_box atoms{{0, 0, 0}, {0, 0, 0}, 100};
    gf::point_box points{{0, 0, 0}, {0, 0, 0}, 100};
    box(atoms.low, atoms.high);
    box(points.low, points.high);
    const auto p = gf::choose_mesh_at_points<float>(points, atoms, {});
    const double first = std::min(points.low.z, atoms.low.z), last = std::max(points.high.z, atoms.high.z);
    CHECK(p.origin.z + 0.5 * p.width * p.spacing.z < first);
    CHECK(p.origin.z + (static_cast<double>(p.atom_nodes.z) - 1 - 0.5 * p.width) * p.spacing.z > last);
    CHECK(p.nodes.z >= 2 * p.distance_nodes.z);
    CHECK(static_cast<double>(p.distance_nodes.z) * p.spacing.z >= last - first);
    CHECK(static_cast<double>(p.distance_nodes.x) * p.spacing.x >=
          std::max(points.high.x, atoms.high.x) - std::min(points.low.x, atoms.low.x));
  }
}

TEST_CASE("one place for all is a box too; one that ends before it begins is refused")
{
  const auto p = gf::choose_mesh_at_points<float>({{1, 2, 3}, {1, 2, 3}, 5}, {{1, 2, 3}, {1, 2, 3}, 5}, {});
  CHECK((p.spacing.x > 0 && p.cutoff > 0));
  CHECK(explains(message_of([] {
                   (void)gf::choose_mesh_at_points<float>({{1, 2, 3}, {1, 2, 2}, 5}, {{1, 2, 3}, {1, 2, 3}, 5}, {});
                 }),
                 "from 3 to 2"));
}

TEST_CASE("the spacing is of the least estimated time")
{
  const gf::atom_box atoms{{0, 0, 0}, {50, 50, 50}, 12000};
  const gf::point_box points{{0, 0, 0}, {50, 50, 50}, 3000};
  const auto cost = [&](const gf::mesh_request& asked) {
    return gf::electrostatics::work_of(gf::choose_mesh_at_points<float>(points, atoms, asked), atoms, 12000)
        .time(gf::electrostatics::times_at_points);
  };
  const double least = cost({}), best = gf::choose_mesh_at_points<float>(points, atoms, {}).spacing.x;
  for (const double factor : {0.5, 0.7, 0.85, 1.2, 1.5, 2.0}) CHECK(cost({.spacing = best * factor}) > 0.97 * least);
}
