// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/cut_lattice.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>
#include <limits>
#include <string>

#include "../support/error_message.hpp"

namespace gf = gridfold;

namespace
{

const gf::lattice where{.origin = {1, 2, 3}, .spacing = {0.5, 0.25, 1}, .shape = {8, 6, 4}};

struct coulomb_apart {
  gf::singularity::skip singularity{nullptr, 0.75};
  template <class T>
  T operator()(T charge, T r2) const
  {
    return charge / r2;
  }
};

}  // namespace

TEST_CASE("a source reaches as far as the cutoff, and a little farther to cells")
{
  const gf::cell_box<> box{.origin = {0, 0, 0}, .edge = {2, 2, 2}, .shape = {4, 4, 4}};
  const auto cut = gf::launch::cut_lattice_of<float>(where, box, gf::coulomb<>{}, 1.5);
  CHECK(cut.reach.distance == doctest::Approx(1.5));
  CHECK((cut.reach.margin > 0 && cut.reach.margin < 1e-4));
  CHECK((cut.per_spacing.x == 2 && cut.per_spacing.y == 4 && cut.per_spacing.z == 1));
  // A cutoff of zero still reaches the sources on a point.
  CHECK(gf::launch::cut_lattice_of<float>(where, box, gf::coulomb<>{}, 0).reach.distance >= cut.axes.reach);
}

TEST_CASE("cells are reached a little farther, by the rounding of the largest coordinate of points and box")
{
  const auto margin = [](double of_points, double of_box) {
    gf::lattice points = where;
    points.origin.y = -of_points;
    const gf::cell_box<> box{.origin = {0, 0, of_box}, .edge = {2, 2, 2}, .shape = {4, 4, 4}};
    return static_cast<double>(gf::launch::cut_lattice_of<float>(points, box, gf::coulomb<>{}, 1.5).reach.margin);
  };
  constexpr double epsilon = std::numeric_limits<float>::epsilon();
  for (const double far : {1e3, 1e5}) {
    CHECK(margin(far, 0) >= 16 * epsilon * far);
    CHECK(margin(0, far) >= 16 * epsilon * far);
  }
}

TEST_CASE("a tilted box counts the periods that a distance along another axis adds")
{
  const auto refused = [](gf::vec3 distance, gf::box_tilt tilt) {
    gf::lattice far = where;
    far.origin = distance;
    const gf::cell_box<gf::boundary::triclinic> box{
        .origin = {0, 0, 0}, .edge = {2, 2, 2}, .shape = {4, 4, 4}, .tilt = tilt};
    return !test::message_of([&] { gf::launch::check_periods(far, box, 1.0); }).empty();
  };
  // 500 periods are 4000. Half of 3000 along one axis is added along the other.
  for (const double x : {3000.0, -3000.0}) {
    CHECK_FALSE(refused({x, 3000, 3000}, {}));
    CHECK(refused({x, 3000, 0}, {.xy = 4}));
    CHECK(refused({x, 0, -3000}, {.xz = -4}));
    CHECK(refused({0, x, 3000}, {.yz = 4}));
    CHECK_FALSE(refused({x, 0, 3000}, {.xy = 4}));
    // An eighth is added.
    CHECK_FALSE(refused({x, 3000, 0}, {.xy = 1}));
    CHECK_FALSE(refused({x, 0, -3000}, {.xz = -1}));
    CHECK_FALSE(refused({0, x, 3000}, {.yz = 1}));
  }
}

TEST_CASE("a singularity of a longer radius than the cutoff sets the reach, with periods or without")
{
  const auto check = [](const auto& box) {
    const auto cut = gf::launch::cut_lattice_of<float>(where, box, coulomb_apart{}, 0.5);
    CHECK(cut.reach.distance >= 0.75f);
    CHECK(cut.reach.distance < 1.6f);  // twice the radius, since coordinates are rounded
  };
  check(gf::cell_box<>{.origin = {0, 0, 0}, .edge = {2, 2, 2}, .shape = {4, 4, 4}});
  check(gf::cell_box<gf::boundary::periodic>{.origin = {0, 0, 0}, .edge = {2, 2, 2}, .shape = {4, 4, 4}});
}

TEST_CASE("a lattice hundreds of periods away from a periodic box is refused, along each axis")
{
  const gf::cell_box<gf::boundary::periodic> box{.origin = {0, 0, 0}, .edge = {2, 2, 2}, .shape = {4, 4, 4}};
  const auto refused = [&](gf::vec3 origin) {
    gf::lattice far = where;
    far.origin = origin;
    return !test::message_of([&] { gf::launch::check_periods(far, box, 1.0); }).empty();
  };
  CHECK_FALSE(refused({3900, -3900, 0}));
  CHECK(refused({4100, 0, 0}));
  CHECK(refused({0, -4100, 0}));
  CHECK(refused({0, 0, 4100}));
}
