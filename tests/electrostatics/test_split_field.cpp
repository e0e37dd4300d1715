// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/split_field.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/yukawa_split.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <limits>

namespace gf = gridfold;

namespace
{

/// Checks the near part, its field against the potential's differences, and that both parts' fields add up.
template <class T, class Far>
void check_field(const Far& far_term, double kappa)
{
  const gf::electrostatics::near_field<T, Far, gf::rsqrt::ieee, gf::singularity::skip> near{far_term};
  const gf::split_near<T, Far, gf::rsqrt::ieee, gf::singularity::skip> potential(far_term);
  const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
  for (double r = 0.07; r < 5; r += 0.031) {
    const T r2 = static_cast<T>(r * r);
    const auto terms = near.at(r2);
    CHECK(static_cast<double>(terms.potential) ==
          doctest::Approx(static_cast<double>(potential(T(1), r2))).epsilon(8 * epsilon));
    if (r2 >= far_term.cutoff2) {
      CHECK((terms.potential == 0 && terms.field == 0));
      continue;
    }
    const double exact = std::exp(-kappa * r) * (1 + kappa * r) / (r * r * r);
    const double smooth = -2 * static_cast<double>(far_term.slope_within(r2).slope);
    CHECK(std::abs(static_cast<double>(terms.field) + smooth - exact) <= 40 * epsilon * (exact + 4));
    const T h = static_cast<T>(1e-4);  // the smooth part's field is the difference of its values
    const double difference =
        static_cast<double>(far_term.within(r2 - h)) - static_cast<double>(far_term.within(r2 + h));
    CHECK(std::abs(smooth - difference / static_cast<double>(h)) <= 20 * epsilon / 1e-4 + 1e-6);
  }
  CHECK(near.on_point() == -far_term.at_zero());
}

}  // namespace

TEST_CASE_TEMPLATE("the field of the near part is what the smooth part's leaves of the interaction's", T, float, double)
{
  check_field<T>(gf::coulomb_far<T, 10>(9, 3.7), 0);
  check_field<T>(gf::yukawa_far<T, 10>(9, 3.7, 0.4), 0.4);
}

TEST_CASE_TEMPLATE("as an interaction the near part has the terms of a source at any distance", T, float, double)
{
  using far_term = gf::coulomb_far<T, 10>;
  using skipping = gf::electrostatics::split_near_field<T, far_term, gf::rsqrt::ieee, gf::singularity::skip>;
  const skipping pair{far_term(9, 3.7)};
  const auto unit = pair.at(T(4.5));
  const auto terms = pair(T(2), T(1), T(-0.5), T(1.8027756), T(3.5), 0);
  CHECK(terms.potential == T(2) * unit.potential);
  CHECK(terms.x == T(2) * unit.field);
  CHECK(terms.y == T(2) * unit.field * T(-0.5));
  const auto on_point = pair(T(2), T(0), T(0), T(0), T(0));
  CHECK(on_point.potential == T(2) * pair.on_point());
  CHECK((on_point.x == 0 && on_point.y == 0 && on_point.z == 0));
  using infinite = gf::electrostatics::split_near_field<T, far_term, gf::rsqrt::ieee, gf::singularity::infinite>;
  CHECK_FALSE(is_finite(infinite{far_term(9, 3.7)}(T(2), T(0), T(0), T(0), T(0))));
}
