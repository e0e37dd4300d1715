// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/cutoff.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <limits>
#include <random>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;
using coulomb = gf::coulomb<gf::rsqrt::ieee>;

namespace
{

/// An interaction whose charge is no factor.
struct squared_charge {
  template <class S, class T>
  T operator()(S charge, T r2) const
  {
    return charge * charge / r2;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("an interaction that is not zero at the cutoff is whole before and zero there, scalar or in packs",
                   T, float, double)
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 300; ++n) {
    const double cutoff = std::pow(10, 4 * share(generator) - 2);
    const gf::cut cut(squared_charge{}, cutoff);
    const T charge = static_cast<T>(1 + share(generator)), end = static_cast<T>(cutoff * cutoff);
    const T inside = std::nextafter(end, T(0)), outside = std::nextafter(end, std::numeric_limits<T>::max());
    CHECK(cut(charge, end) == 0);
    CHECK(cut(charge, outside) == 0);
    CHECK(cut(charge, inside) == charge * charge / inside);
    gf::pack<T, 4> r2(end);
    set_lane(r2, n % 4, inside);
    const auto values = cut(charge, r2);
    for (int l = 0; l < 4; ++l) CHECK(get_lane(values, l) == (l == n % 4 ? charge * charge / inside : 0));
  }
}

TEST_CASE("a shifted form is less its own value at the cutoff, whether or not the charge is a factor")
{
  CHECK(gf::shifted(squared_charge{}, 2)(6.0, 1.0) == 36 - 9);
  using soft = gf::coulomb<gf::rsqrt::ieee, gf::singularity::softened>;
  CHECK(gf::shifted(soft{gf::singularity::softened(3)}, 4)(6.0, 7.0) == doctest::Approx(6.0 / 4 - 6.0 / 5));
}

TEST_CASE("every form ends at the cutoff, and a cut one is whole before")
{
  const gf::cut cut(coulomb{}, 2);
  const gf::shifted shifted(coulomb{}, 2);
  const gf::switched switched(coulomb{}, 1, 2);
  const gf::tapered tapered(coulomb{}, 2);
  CHECK(cut(6.0, 1.0) == 6);
  CHECK(shifted(6.0, 1.0) == 3);
  CHECK(switched(6.0, 1.0) == doctest::Approx(6));
  // Half of the way from 1 to 4 it is halved, a quarter of the way from 0 multiplied by (3/4)^2 (3 - 3/2).
  CHECK(switched(6.0, 2.5) == doctest::Approx(0.5 * coulomb{}(6.0, 2.5)));
  CHECK(gf::switched(coulomb{}, 0, 2)(6.0, 1.0) == doctest::Approx(6 * 0.84375));
  CHECK(tapered(6.0, 1.0) == doctest::Approx(6 * 0.75 * 0.75));
  for (const double r2 : {4.0, 5.0, 1e30}) {
    CHECK(cut(6.0, r2) == 0);
    CHECK(shifted(6.0, r2) == 0);
    CHECK(switched(6.0, r2) == 0);
    CHECK(tapered(6.0, r2) == 0);
  }
  static_assert(gf::cut_interaction<gf::cut<coulomb>> && !gf::cut_interaction<coulomb>);
}

TEST_CASE("forms without a step are continuous at the cutoff")
{
  constexpr double before = 4 - 1e-9;
  CHECK(gf::shifted(coulomb{}, 2)(6.0, before) == doctest::Approx(0).epsilon(1e-8));
  CHECK(gf::switched(coulomb{}, 1, 2)(6.0, before) == doctest::Approx(0).epsilon(1e-8));
  CHECK(gf::tapered(coulomb{}, 2)(6.0, before) == doctest::Approx(0).epsilon(1e-8));
}

TEST_CASE("a cutoff that is no distance, or beyond the sources' type, is refused")
{
  CHECK(message_of([] { gf::cut(coulomb{}, 0).check<float>(); }) == "");
  CHECK(explains(message_of([] { gf::cut(coulomb{}, -1).check<float>(); }), "cutoff is -1"));
  CHECK(explains(message_of([] { gf::cut(coulomb{}, 1e30).check<float>(); }), "beyond the range"));
  CHECK(message_of([] { gf::cut(coulomb{}, 1e30).check<double>(); }) == "");
  for (const double from : {2.0, 2.5, -0.5, static_cast<double>(NAN)})
    CHECK(explains(message_of([=] { gf::switched(coulomb{}, from, 2).check<float>(); }), "no interval"));
  for (const double from : {0.0, 1.0, 1.99})
    CHECK(message_of([=] { gf::switched(coulomb{}, from, 2).check<float>(); }) == "");
  CHECK(explains(message_of([] { gf::tapered(coulomb{}, 0).check<float>(); }), "nothing is left"));
}

TEST_CASE("numbers are limited to the unit interval")
{
  CHECK(gf::math::within_unit(0.5f) == 0.5f);
  CHECK(gf::math::within_unit(-3.0) == 0);
  CHECK(gf::math::within_unit(3.0) == 1);
  gf::pack<float, 4> lanes(0.5f);
  gf::set_lane(lanes, 1, -3.0f);
  gf::set_lane(lanes, 2, 3.0f);
  const gf::pack<float, 4> within = gf::math::within_unit(lanes);
  for (int l = 0; l < 4; ++l) CHECK(gf::get_lane(within, l) == gf::math::within_unit(gf::get_lane(lanes, l)));
  // Of a zero of either sign it is the positive one.
  const gf::pack<float, 4> zeros = gf::math::within_unit(gf::pack<float, 4>(-0.0f));
  CHECK_FALSE((std::signbit(gf::math::within_unit(-0.0)) || std::signbit(gf::get_lane(zeros, 0))));
}
