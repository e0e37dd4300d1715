// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/cell_rows.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// The cells in reach of a box, by number; a cell in reach of several images is there once.
template <class Boundary>
std::set<int> cells_in_reach(const gf::kernel::cell_axes<float, Boundary>& cells,
                             const gf::kernel::point_bounds<float>& box, float distance)
{
  const gf::kernel::rows_in_reach<float, Boundary> near(cells, box, {distance, 1e-4f});
  std::set<int> found;
  for (int r = 0; r < near.count(); ++r) {
    const auto row = near.row(r);
    for (int c = row.first; c <= row.last; ++c) found.insert(c);
  }
  return found;
}

}  // namespace

TEST_CASE("distances outside of an interval, and between two")
{
  CHECK(gf::kernel::distance_to(3.0f, 1.0f, 2.0f) == 1);
  CHECK(gf::kernel::distance_to(1.5f, 1.0f, 2.0f) == 0);
  CHECK(gf::kernel::distance_between(0.0f, 1.0f, 3.0f, 4.0f) == 2);
  CHECK(gf::kernel::distance_between(0.0f, 3.5f, 3.0f, 4.0f) == 0);
}

TEST_CASE("every particle within reach of a box lies in a cell in reach, open or periodic")
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> coordinate(-3, 8), length(0, 3);
  const gf::kernel::cell_axes<float, gf::boundary::open> open(gf::cell_box<>{{0, 0, 0}, {1, 1.25, 1.5}, {5, 4, 3}});
  const gf::kernel::cell_axes<float, gf::boundary::periodic> periodic(
      gf::cell_box<gf::boundary::periodic>{{0, 0, 0}, {1, 1.25, 1.5}, {5, 4, 3}});
  int missing = 0;
  for (int turn = 0; turn < 300; ++turn) {
    const gf::packed3<float> low{coordinate(generator), coordinate(generator), coordinate(generator)};
    const gf::packed3<float> high{low.x + length(generator), low.y + length(generator), low.z};
    const float reach = length(generator);
    const auto found = cells_in_reach(open, {low, high}, reach), images = cells_in_reach(periodic, {low, high}, reach);
    for (int n = 0; n < 20; ++n) {
      const gf::packed3<float> at{coordinate(generator), coordinate(generator), coordinate(generator)};
      const float dx = gf::kernel::distance_to(at.x, low.x, high.x), dy = gf::kernel::distance_to(at.y, low.y, high.y),
                  dz = gf::kernel::distance_to(at.z, low.z, high.z);
      if (dx * dx + dy * dy + dz * dz >= reach * reach) continue;
      missing += !found.contains(open.cell_of(at));
      missing += !images.contains(periodic.cell_of(periodic.wrapped(at)));
    }
  }
  CHECK(missing == 0);
}

TEST_CASE("cells beyond reach are left out")
{
  const gf::kernel::cell_axes<float, gf::boundary::open> cells(gf::cell_box<>{{0, 0, 0}, {1}, {10, 10, 10}});
  const auto found = cells_in_reach(cells, {{5.5f, 5.5f, 5.5f}, {5.5f, 5.5f, 5.5f}}, 1);
  CHECK(found.contains(cells.number(5, 5, 5)));
  CHECK(found.contains(cells.number(6, 5, 5)));
  CHECK_FALSE(found.contains(cells.number(7, 5, 5)));
  CHECK(found.size() <= 27);
}
