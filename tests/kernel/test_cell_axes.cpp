// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/cell_axes.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace gf = gridfold;

namespace
{

template <class Boundary>
gf::kernel::cell_axes<float, Boundary> axes()
{
  return gf::kernel::cell_axes<float, Boundary>(gf::cell_box<Boundary>{{-1, 0, 0}, {0.5, 1, 2}, {4, 3, 2}});
}

}  // namespace

TEST_CASE("a place lies in the cell around it, outside of an open box in the nearest one")
{
  const auto open = axes<gf::boundary::open>();
  CHECK(open.count() == 24);
  CHECK(open.cell_of({-0.9f, 0.5f, 1}) == open.number(0, 0, 0));
  CHECK(open.cell_of({0.6f, 2.5f, 3}) == open.number(3, 2, 1));
  CHECK(open.cell_of({-100, 1.5f, 100}) == open.number(0, 1, 1));
  CHECK(open.cell_of({1e30f, -1e30f, 0}) == open.number(3, 0, 0));
  CHECK(open.cell_of({std::numeric_limits<float>::quiet_NaN(), 0, 0}) == open.count());
}

TEST_CASE("a place outside of a periodic box is moved inside by periods")
{
  const auto periodic = axes<gf::boundary::periodic>();
  const auto inside = periodic.wrapped({1.25f, -0.5f, 9});  // periods 2, 3, 4
  CHECK(inside.x == doctest::Approx(-0.75));
  CHECK(inside.y == doctest::Approx(2.5));
  CHECK(inside.z == doctest::Approx(1));
  CHECK(axes<gf::boundary::open>().wrapped({1.25f, 0, 0}).x == 1.25f);
}

TEST_CASE("sources and points have places, and can be moved")
{
  const gf::source<float> charge{1, 2, 3, 4};
  CHECK(gf::kernel::place_of(charge) == gf::packed3<float>{1, 2, 3});
  CHECK(gf::kernel::moved_to(charge, {5, 6, 7}).charge == 4);
  const gf::view::point<float, 2> point{{1, 2}};
  CHECK(gf::kernel::place_of(point) == gf::packed3<float>{1, 2, 0});
  CHECK(gf::kernel::moved_to(point, {5, 6, 7}).at[1] == 6);
}
