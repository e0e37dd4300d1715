// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_extents.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <iterator>
#include <numbers>
#include <random>
#include <string>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

constexpr gf::lattice some_points{.origin = {-1, 0, 2}, .spacing = 0.5, .shape = {57, 53, 41}};
constexpr gf::atom_box some_atoms{{0, 1, 3}, {25, 24, 19}, 900};

}  // namespace

TEST_CASE("a period of a whole number of spacings gets that number of nodes, however their product is rounded")
{
  const auto nodes = [](double period, double spacing, int width) {
    const gf::atom_box atoms{{0, 0, 0}, {period, period, period}, 10};
    return gf::choose_mesh<double, gf::boundary::periodic>(some_points, atoms, {.width = width, .spacing = spacing})
        .nodes;
  };
  CHECK(nodes(4.2, 0.7, 4) == gf::shape3{6, 6, 6});
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0.1, 3);
  for (int n = 0; n < 400; ++n) {
    const std::int64_t sizes[] = {4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 30, 36, 48, 50, 54, 56, 60, 64, 70, 72, 90, 96};
    const std::int64_t size = sizes[generator() % std::size(sizes)];
    const double spacing = std::round(1000 * share(generator)) / 1000;
    const double period = std::round(1000 * spacing * static_cast<double>(size)) / 1000;  // as one writes it
    CHECK(nodes(period, spacing, 2) == gf::shape3{size, size, size});
  }
}

TEST_CASE("the mesh holds all windows and tells all distances apart")
{
  for (const gf::atom_box& atoms :
       {some_atoms, gf::atom_box{{100, -50, 3}, {100, -40, 3}, 3}, gf::atom_box{{5, 5, 5}, {5, 5, 5}, 1}}) {
    const auto p = gf::choose_mesh<double>(some_points, atoms, {});
    const double reach = 0.5 * p.width;
    const auto check = [&](double origin, double low, double high, std::int64_t reached, std::int64_t distance,
                           std::int64_t nodes, double other_low, double other_high) {
      const auto node = [&](double x) { return (x - origin) / p.spacing.x; };
      for (const double x : {low, high, other_low, other_high}) {
        CHECK(node(x) - reach > -1);
        CHECK(node(x) + reach < static_cast<double>(reached));
      }
      const double farthest = std::max(std::abs(high - other_low), std::abs(other_high - low)) / p.spacing.x;
      CHECK(static_cast<double>(distance) >= farthest + p.width);
      CHECK(nodes >= 2 * distance + 1);
      CHECK(nodes >= reached);
      CHECK(nodes % 2 == 0);
    };
    check(p.origin.x, atoms.low.x, atoms.high.x, p.atom_nodes.x, p.distance_nodes.x, p.nodes.x, -1, 27);
    check(p.origin.y, atoms.low.y, atoms.high.y, p.atom_nodes.y, p.distance_nodes.y, p.nodes.y, 0, 26);
    check(p.origin.z, atoms.low.z, atoms.high.z, p.atom_nodes.z, p.distance_nodes.z, p.nodes.z, 2, 22);
  }
}

TEST_CASE("an open mesh by hand: where it begins, which nodes windows reach, how far they are apart")
{
  // Windows of 4 nodes half a unit apart: the mesh begins 1.625 before points and atoms. Along x points are at -1 to 27
  // and atoms at 0 to 25: 56 spacings from end to end, 54 from an atom to a point.
  const auto p = gf::choose_mesh<float>(some_points, some_atoms, {.width = 4, .spacing = 0.5});
  CHECK((p.origin.x == -2.625 && p.origin.y == -1.625 && p.origin.z == 0.375));
  CHECK(p.atom_nodes == gf::shape3{56 + 7, 52 + 7, 40 + 7});
  CHECK(p.distance_nodes == gf::shape3{54 + 5, 50 + 5, 38 + 5});
  CHECK(p.nodes == gf::shape3{128, 120, 96});  // from 2 * 59 + 9, 2 * 55 + 9, 2 * 43 + 9
  CHECK((p.spacing.x == 0.5 && p.spacing.y == 0.5 && p.spacing.z == 0.5));
  const gf::lattice point{.origin = {5, 5, 5}, .spacing = 1, .shape = {1, 1, 1}};
  const auto q = gf::choose_mesh<double>(point, {{5, 105, -95}, {5, 105, -95}, 1}, {.width = 4, .spacing = 1});
  CHECK(q.distance_nodes == gf::shape3{5, 105, 105});
  CHECK(q.atom_nodes == gf::shape3{7, 107, 107});
  CHECK((q.origin.x == 1.75 && q.origin.y == 1.75 && q.origin.z == -98.25));
}

TEST_CASE("the nodes of a period divide it, and a window has no more")
{
  const gf::atom_box period{{1, 2, 3}, {22, 14.5, 3.9}, 500};
  for (const gf::mesh_request& asked : {gf::mesh_request{}, gf::mesh_request{.width = 11, .spacing = 0.37}}) {
    const auto p = gf::choose_mesh<double, gf::boundary::periodic>(some_points, period, asked);
    const auto check = [&](double low, double high, double origin, double spacing, std::int64_t nodes) {
      CHECK(origin == low);
      CHECK(spacing * static_cast<double>(nodes) == doctest::Approx(high - low).epsilon(1e-14));
      CHECK(nodes >= p.width);
      if (asked.spacing != 0) CHECK(spacing <= asked.spacing);
    };
    check(1, 22, p.origin.x, p.spacing.x, p.nodes.x);
    check(2, 14.5, p.origin.y, p.spacing.y, p.nodes.y);
    check(3, 3.9, p.origin.z, p.spacing.z, p.nodes.z);
    CHECK(p.bandwidth * p.spacing.x / (std::numbers::pi * p.cutoff) <= doctest::Approx(0.8));
    CHECK(gf::description_of(p).find("fill the period") != std::string::npos);
  }
}

TEST_CASE("transforms are of sizes with small factors")
{
  CHECK(gf::detail::fast_transform_size(1) == 2);
  CHECK(gf::detail::fast_transform_size(11) == 12);
  CHECK(gf::detail::fast_transform_size(127) == 128);
  CHECK(gf::detail::fast_transform_size(541) == 560);
  for (std::int64_t n = 1; n <= 600; ++n) {
    std::int64_t least = 1 << 20;
    for (std::int64_t a = 2; a < 2 * n + 2; a *= 2)
      for (std::int64_t b = a; b < 2 * n + 2; b *= 3)
        for (std::int64_t c = b; c < 2 * n + 2; c *= 5)
          for (std::int64_t d = c; d < 2 * n + 2; d *= 7)
            if (d >= n) least = std::min(least, d);
    CHECK(gf::detail::fast_transform_size(n) == least);
  }
}

TEST_CASE("a mesh has up to 8192 nodes along each axis")
{
  gf::mesh_parameters mesh{};
  mesh.nodes = {8192, 8192, 8192};
  CHECK(message_of([&] { gf::electrostatics::check_mesh(mesh); }) == "");
  for (std::int64_t gf::shape3::*const axis : {&gf::shape3::x, &gf::shape3::y, &gf::shape3::z}) {
    mesh.nodes = {1, 1, 1};
    mesh.nodes.*axis = 8193;
    CHECK(explains(message_of([&] { gf::electrostatics::check_mesh(mesh); }), "more than 8192"));
  }
}
