// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/source_search.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

namespace
{

const gf::lattice searched_lattice{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {8, 6, 4}};
const auto searched_axes = gf::kernel::axes_of<float>(searched_lattice, 0);

}  // namespace

TEST_CASE("a source is near a point if all its coordinates are")
{
  CHECK(gf::kernel::is_near_point(searched_axes, gf::source<float>{1, 1.5f, 0.5f, 1}));
  CHECK_FALSE(gf::kernel::is_near_point(searched_axes, gf::source<float>{1.1f, 1.5f, 0.5f, 1}));
  CHECK_FALSE(gf::kernel::is_near_point(searched_axes, gf::source<float>{-0.5f, 0, 0, 1}));
  CHECK_FALSE(gf::kernel::is_near_point(searched_axes, gf::source<float>{0, 0, 1e30f, 1}));
}

TEST_CASE("a box of points contains the sources within it, and those on its faces")
{
  const gf::kernel::point_box<float> box(searched_axes, {2, 1, 1}, {5, 3, 2});  // (1, 0.5, 0.5) to (2.5, 1.5, 1)
  CHECK(box.contains(gf::source<float>{2, 1, 0.75f, 1}));
  CHECK(box.contains(gf::source<float>{2.5f, 1.5f, 1, 1}));
  CHECK_FALSE(box.contains(gf::source<float>{2.6f, 1, 0.75f, 1}));
  CHECK_FALSE(box.contains(gf::source<float>{2, 0.4f, 0.75f, 1}));
  CHECK_FALSE(box.contains(gf::source<float>{2, 1, 1.25f, 1}));
}

TEST_CASE("near and within are told at both ends of every axis, of a part of a lattice too")
{
  const gf::lattice whole{.origin = {1, 2, 3}, .spacing = {0.5, 0.25, 1}, .shape = {20, 20, 20}};
  const auto part = gf::kernel::axes_of<double>(gf::lattice_part{whole, {4, 8, 2}, {3, 3, 3}}, 0);
  // Its points are at 3, 3.5, 4; 4, 4.25, 4.5; 5, 6, 7.
  const gf::kernel::point_box<double> box(part, {0, 0, 0}, {2, 2, 2});
  const double d = 0.5 * part.reach, far = 4 * part.reach;
  const auto check = [&](double x, double y, double z, bool is_near, bool within) {
    CHECK(gf::kernel::is_near_point(part, gf::source<double>{x, y, z, 1}) == is_near);
    CHECK(box.contains(gf::source<double>{x, y, z, 1}) == within);
  };
  for (const double sign : {-1.0, 1.0}) {
    check(3.5 + sign * d, 4.25 + sign * d, 6 + sign * d, true, true);
    check(3.5 + sign * (0.5 + d), 4.25 + sign * (0.25 + d), 6 + sign * (1 + d), true, true);
    check(3.5 + sign * (0.5 + far), 4.25, 6, false, false);
    check(3.5, 4.25 + sign * (0.25 + far), 6, false, false);
    check(3.5, 4.25, 6 + sign * (1 + far), false, false);
    check(3.5 + sign * far, 4.25, 6, false, true);
    check(3.5, 4.25 + sign * far, 6, false, true);
    check(3.5, 4.25, 6 + sign * far, false, true);
    check(3.5 + sign, 4.25, 6, false, false);  // points of the whole only
    check(3.5, 4.25 + sign * 0.5, 6, false, false);
    check(3.5, 4.25, 6 + 2 * sign, false, false);
  }
}

TEST_CASE("a lattice is searched for sources on points by the host or by blocks")
{
  static_assert(gf::kernel::is_block_searched<gf::kernel::block_searched_lattice<gf::kernel::lattice_axes<float>>>);
  static_assert(!gf::kernel::is_block_searched<gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>>);
  CHECK(gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>{searched_axes, true}.may_lie_on_points(0));
  CHECK_FALSE(
      gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>{searched_axes, false}.may_lie_on_points(0));
}
