// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/cell_axes.hpp>

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
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const gf::packed3<float>& nowhere : {gf::packed3<float>{nan, 0, 0}, {0, nan, 0}, {0, 0, nan}})
    CHECK(open.cell_of(nowhere) == open.count());
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

TEST_CASE("an interval of an open axis ends at its border, that of a periodic one goes on at the begin")
{
  using open = gf::kernel::cell_interval<float, gf::boundary::open>;
  using periodic = gf::kernel::cell_interval<float, gf::boundary::periodic>;
  const auto x = axes<gf::boundary::open>().x;  // from -1 to 1 in 4 cells
  const open inside(x, -0.6f, 0.1f), all(x, -100, 100);
  CHECK((inside.cell(0) == 0 && inside.count == 3 && inside.side_by_side(0) == 3));
  CHECK((all.cell(0) == 0 && all.count == 4 && all.side_by_side(1) == 3));
  const auto p = axes<gf::boundary::periodic>().x;
  const periodic across(p, 0.6f, 1.6f), before(p, -5.3f, -4.9f), once(p, -1.6f, 3);
  CHECK((across.cell(0) == 3 && across.count == 3 && across.cell(1) == 0 && across.cell(2) == 1));
  CHECK((across.side_by_side(0) == 1 && across.side_by_side(1) == 2));
  CHECK((before.cell(0) == 3 && before.count == 2 && before.cell(1) == 0));
  CHECK((once.cell(0) == 2 && once.count == 4 && once.side_by_side(0) == 2 && once.side_by_side(2) == 2));
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

TEST_CASE_TEMPLATE("a place of any finite coordinates is moved into the period", T, float, double)
{
  const gf::kernel::cell_axes<T, gf::boundary::periodic> cells({{-1, 2, 0.5}, {1.3, 2.1, 3.7}, {4, 3, 2}});
  const auto is_between = [](T low, T x, T high) { return low <= x && x <= high; };
  const auto end = [](const auto& along) { return along.origin + along.length; };
  const T most = std::numeric_limits<T>::max();
  for (T far = T(1); far < most / 8; far *= T(5)) {
    for (const T x : {far, -far}) {
      const auto image = cells.wrapped(gf::packed3<T>{x, x, x});
      CHECK(is_between(cells.x.origin, image.x, end(cells.x)));
      CHECK(is_between(cells.y.origin, image.y, end(cells.y)));
      CHECK(is_between(cells.z.origin, image.z, end(cells.z)));
    }
  }
  const T infinity = std::numeric_limits<T>::infinity();
  CHECK(cells.cell_of(cells.wrapped(gf::packed3<T>{infinity, 3, 1})) == cells.count());
  CHECK(cells.cell_of(cells.wrapped(gf::packed3<T>{0, 3, -infinity})) == cells.count());
}
