// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/lattice_axes.hpp>

#include <doctest/doctest.h>

#include <gridfold/kernel/parts/lattice_axes.hpp>

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
