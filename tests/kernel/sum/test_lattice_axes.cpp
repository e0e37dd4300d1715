// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/lattice_axes.hpp>

#include <doctest/doctest.h>

#include <gridfold/kernel/sum/lattice_axes.hpp>

namespace gf = gridfold;

namespace
{

const gf::lattice where{.origin = {-1, 0.5, 100}, .spacing = {0.25, 0.5, 2}, .shape = {9, 5, 3}};

}  // namespace

TEST_CASE_TEMPLATE("points lie at origin plus index times spacing", T, float, double)
{
  const auto axes = gf::kernel::axes_of<T>(where, 0);
  CHECK(axes.x(8) == T(1));
  CHECK(axes.x(3, 5) == axes.x(8));
  CHECK(axes.y(4) == T(2.5));
  CHECK(axes.z(2) == T(104));
  CHECK(axes.shape() == where.shape);
  const auto point = axes.at(8, 4, 2);
  CHECK((point.x == T(1) && point.y == T(2.5) && point.z == T(104)));
}

TEST_CASE("a part's points are those of the whole from its first point on")
{
  const auto axes = gf::kernel::axes_of<double>(gf::lattice_part{where, {3, 1, 2}, {2, 4, 1}}, 0);
  CHECK(axes.shape() == gf::shape3{2, 4, 1});
  CHECK((axes.x(1) == 0 && axes.x(0, 1) == 0 && axes.y(3) == 2.5 && axes.z(0) == 104));
  CHECK((axes.in_whole<&gf::vec3::x>(1) == 4 && axes.in_whole<&gf::vec3::y>(1) == 2));
  CHECK(axes.in_whole<&gf::vec3::z>(1) == 3);
  const auto whole = gf::kernel::whole_axes_of<double>(where, 0);
  CHECK((whole.x(4) == 0 && whole.y(4) == 2.5 && whole.z(2) == 104));
  CHECK((whole.reach == axes.reach && whole.radius == axes.radius));  // both are the whole lattice's
}

TEST_CASE("the distances of a source on a point grow with the largest coordinate of any axis, at either end")
{
  const auto reach = [](const gf::vec3& origin, const gf::vec3& spacing) {
    return gf::kernel::axes_of<float>(gf::lattice{origin, {spacing.x, spacing.y, spacing.z}, {11, 11, 11}}, 0).reach;
  };
  const float one = reach({100, 0, 0}, {1, 1, 1});
  CHECK(one > 0);
  for (const float other : {reach({0, 100, 0}, {1, 1, 1}), reach({0, 0, 100}, {1, 1, 1})}) CHECK(other == one);
  for (const gf::vec3& far : {gf::vec3{-110, 0, 0}, {0, -110, 0}, {0, 0, -110}}) CHECK(reach(far, {1, 1, 1}) == one);
  for (const gf::vec3& wide : {gf::vec3{11, 1, 1}, {1, 11, 1}, {1, 1, 11}}) CHECK(reach({0, 0, 0}, wide) == one);
  CHECK(reach({200, 0, 0}, {1, 1, 1}) > 1.5f * one);
  const auto radius = [](double least) {
    return gf::kernel::axes_of<double>(gf::lattice{{-128, 0, 0}, {1, 1, 1}, {11, 11, 11}}, least).radius;
  };
  CHECK((radius(0) == 0x1p-42 && radius(0x1p-43) == 0x1p-42 && radius(0.5) == 0.5));  // eight roundings in double
}

TEST_CASE("a source may lie on points that are near along every axis")
{
  const auto axes = gf::kernel::axes_of<float>(where, 0);
  const gf::source<float> on{0, 1, 102, 1};  // point (4, 1, 1)
  CHECK((axes.may_lie_in_plane(on, 1) && axes.may_lie_in_row(on, 1) && axes.may_lie_in_column(on, 4)));
  CHECK_FALSE(axes.may_lie_in_plane(on, 2));
  CHECK_FALSE(axes.may_lie_in_row(on, 0));
  CHECK_FALSE(axes.may_lie_in_column(on, 3));
}

TEST_CASE("a larger radius reaches farther")
{
  CHECK(gf::kernel::axes_of<float>(where, 0.1).reach > gf::kernel::axes_of<float>(where, 0).reach);
  CHECK(gf::kernel::axes_of<double>(where, 0.1).reach >= 0.1);
}
