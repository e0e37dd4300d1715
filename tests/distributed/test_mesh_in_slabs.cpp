// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/mesh_in_slabs.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/host.hpp>
#include <random>
#include <set>

#include "../support/seed.hpp"

namespace
{

namespace gf = gridfold;

gf::mesh_parameters mesh_of(std::int64_t nodes, int width, double origin, double spacing)
{
  gf::mesh_parameters p{};
  p.origin = {0, 0, origin};
  p.spacing = {1, 1, spacing};
  p.nodes = p.atom_nodes = {8, 8, nodes};
  p.width = width;
  return p;
}

/// The planes that points read, as find_planes says, against those of their windows.
template <class Boundary>
void check_planes(const gf::lattice_part& where, const gf::mesh_parameters& p)
{
  const gf::electrostatics::mesh_kernels<gf::host, double, Boundary> kernels(gf::host{}, p);
  const auto read = gf::detail::find_planes<gf::host, double, Boundary>(where, kernels);
  const auto expected = gf::electrostatics::reading_of_planes(where, kernels);
  std::vector<std::int64_t> planes;
  for (const auto& range : read.ranges)
    for (std::int64_t n = range.begin; n < range.end; ++n) planes.push_back(n);
  REQUIRE(static_cast<std::int64_t>(planes.size()) == read.planes());
  CHECK(std::set(planes.begin(), planes.end()).size() == planes.size());
  REQUIRE(read.along_z.first.size() == expected.first.size());
  int wrong = 0;
  for (std::size_t point = 0; point < expected.first.size(); ++point)
    for (int n = 0; n < p.width; ++n) {
      const auto at = static_cast<std::size_t>(read.along_z.first[point] + n) % planes.size();
      wrong += planes[at] != (expected.first[point] + n) % p.nodes.z;
    }
  CHECK(wrong == 0);
  CHECK(read.along_z.weight == expected.weight);
}

TEST_CASE("a slab's points read the planes of their windows, each once, also behind a periodic border")
{
  std::mt19937 generator(test::seed());
  const auto below = [&](int end) { return static_cast<int>(generator() % static_cast<unsigned>(end)); };
  for (int times = 0; times < 200; ++times) {
    const int width = 4 + below(9), points = 1 + below(30);
    const double step = 0.1 + 0.1 * below(20);
    const gf::lattice whole{.origin = {0, 0, 0.37 * below(20) - 3}, .spacing = {1, 1, step}, .shape = {1, 1, points}};
    const std::int64_t first = below(points), planes = 1 + below(static_cast<int>(points - first));
    const gf::lattice_part part(whole, {0, 0, first}, {1, 1, planes});
    const double spacing = 0.3 + 0.05 * below(10);
    // Open: the mesh reaches half a window beyond the lattice.
    const double below_lattice = whole.origin.z - spacing * (width / 2.0 + 1.5);
    const auto nodes = static_cast<std::int64_t>((points * step) / spacing) + width + 4;
    check_planes<gf::boundary::open>(part, mesh_of(nodes, width, below_lattice, spacing));
    check_planes<gf::boundary::periodic>(part, mesh_of(width + below(60), width, -2.3, spacing));
  }
}

TEST_CASE("a slab without points reads nothing")
{
  const gf::electrostatics::mesh_kernels<gf::host, float, gf::boundary::open> kernels(gf::host{}, mesh_of(20, 6, 0, 1));
  const gf::lattice whole{.origin = {0, 0, 5}, .shape = {1, 1, 4}};
  const gf::lattice_part none(whole, {0, 0, 4}, {1, 1, 0});
  CHECK(gf::detail::find_planes<gf::host, float, gf::boundary::open>(none, kernels).planes() == 0);
}

}  // namespace
