// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/source_search.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

namespace
{

const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {8, 6, 4}};
const auto axes = gf::kernel::axes_of<float>(where, 0);

}  // namespace

TEST_CASE("a source is near a point if all its coordinates are")
{
  CHECK(gf::kernel::is_near_point(axes, gf::source<float>{1, 1.5f, 0.5f, 1}));
  CHECK_FALSE(gf::kernel::is_near_point(axes, gf::source<float>{1.1f, 1.5f, 0.5f, 1}));
  CHECK_FALSE(gf::kernel::is_near_point(axes, gf::source<float>{-0.5f, 0, 0, 1}));
  CHECK_FALSE(gf::kernel::is_near_point(axes, gf::source<float>{0, 0, 1e30f, 1}));
}

TEST_CASE("a box of points contains the sources within it, and those on its faces")
{
  const gf::kernel::point_box<float> box(axes, {2, 1, 1}, {5, 3, 2});  // (1, 0.5, 0.5) to (2.5, 1.5, 1)
  CHECK(box.contains(gf::source<float>{2, 1, 0.75f, 1}));
  CHECK(box.contains(gf::source<float>{2.5f, 1.5f, 1, 1}));
  CHECK_FALSE(box.contains(gf::source<float>{2.6f, 1, 0.75f, 1}));
  CHECK_FALSE(box.contains(gf::source<float>{2, 0.4f, 0.75f, 1}));
  CHECK_FALSE(box.contains(gf::source<float>{2, 1, 1.25f, 1}));
}

TEST_CASE("a lattice is searched for sources on points by the host or by blocks")
{
  static_assert(gf::kernel::is_block_searched<gf::kernel::block_searched_lattice<gf::kernel::lattice_axes<float>>>);
  static_assert(!gf::kernel::is_block_searched<gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>>);
  CHECK(gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>{axes, true}.may_lie_on_points(0));
  CHECK_FALSE(gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>{axes, false}.may_lie_on_points(0));
}
