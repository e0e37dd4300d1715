// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/yukawa_split.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <gridfold/core/lattice.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

template <class T>
using near_of = gf::yukawa_near<T, 10, gf::rsqrt::ieee>;

/// The screened potential at a distance of the charge density between Coulomb's smooth part and a point, by shells: a
/// shell of radius s has outside of it the potential of its charge times sinh(kappa s) / (kappa s), and inside that of
/// its surface times sinh(kappa r) / (kappa r). The charge within s is m(s) = Phi - s Phi'; the cutoff is 1.
double by_shells(double c, double kappa, double r)
{
  constexpr int steps = 4000;
  const auto phi = [&](double s) { return s * gf::split_smooth(c, s); };
  const auto slope = [&](double s) { return (phi(s + 1e-4) - phi(s - 1e-4)) / 2e-4; };
  const auto mean = [&](double s) { return s == 0 ? 1 : std::sinh(kappa * s) / (kappa * s); };
  const double end = slope(1 - 2e-4);  // the slope ends there: a shell at the cutoff has as much charge
  double potential = 0, charge = 0, before = 0;
  for (int n = 1; n <= steps; ++n) {
    const double s = n * (1 - 2e-4) / steps, within = phi(s) - s * slope(s);
    const double middle = s - 0.5 * (1 - 2e-4) / steps, shell = within - before;
    const double far = std::max(r, middle), near = std::min(r, middle);
    potential += shell * mean(near) * std::exp(-kappa * far) / far;
    charge += shell * mean(middle);
    before = within;
  }
  potential += end * mean(std::min(r, 1.0)) * std::exp(-kappa * std::max(r, 1.0)) / std::max(r, 1.0);
  charge += end * mean(1);
  return potential / charge;
}

}  // namespace

TEST_CASE("the smooth part is the screened potential of a density, by the shell theorem")
{
  // The shells' error is below 1e-7: steps of the radius, and differences of Phi.
  for (const double c : {4.0, 10.0})
    for (const double kappa : {0.05, 0.8, 3.0, 9.0}) {
      const gf::screened_smooth smooth(c, kappa);
      for (const double r : {0.1, 0.4, 0.75, 0.97}) {
        CAPTURE(c);
        CAPTURE(kappa);
        CAPTURE(r);
        CHECK(std::abs(smooth(r) - by_shells(c, kappa, r)) < 1e-6);
      }
      CHECK(by_shells(c, kappa, 1.5) == doctest::Approx(std::exp(-1.5 * kappa) / 1.5).epsilon(1e-9));
    }
}

TEST_CASE("at the cutoff it is the point charge's, at any screening; without screening it is Coulomb's")
{
  for (const double c : {0.5, 4.0, 10.0, 24.0, 40.0}) {
    for (const double screening : {1e-9, 0.01, 1.0, 7.0, 30.0, 200.0})
      CHECK(std::abs(gf::screened_smooth(c, screening)(1) - std::exp(-screening)) < 1e-14);
    for (const double rho : {0.0, 1e-5, 0.3, 0.77, 1.0}) {
      CHECK(gf::screened_smooth(c, 0)(rho) == doctest::Approx(gf::split_smooth(c, rho)).epsilon(1e-12));
      // It falls by about the screening.
      CHECK(gf::screened_smooth(c, 1e-9)(rho) == doctest::Approx(gf::split_smooth(c, rho)).epsilon(3e-9));
      CHECK(gf::screened_smooth(c, 5000)(rho) < 1e-300);
    }
  }
}

TEST_CASE_TEMPLATE("both parts add up to exp(-kappa r) / r", T, float, double)
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<T> place(T(0.01), T(9));
  std::uniform_real_distribution<double> power(-2, 1.5);
  for (int set = 0; set < 8; ++set) {
    const double kappa = std::pow(10, power(generator));
    CAPTURE(kappa);
    const gf::yukawa_far<T, 10> far(9, 3.7, kappa);
    const near_of<T> near(far);
    // The root, P, the exponential and the sum round a few times, relative to 1/r and to P, which is at most about 4 /
    // cutoff; rounding of kappa r changes the exponential by at most 1/e of it.
    for (int n = 0; n < 500; ++n) {
      const T r = place(generator), r2 = r * r;
      const double root = std::sqrt(static_cast<double>(r2)), exact = std::exp(-kappa * root) / root;
      CHECK(std::abs(static_cast<double>(near(T(1), r2)) + static_cast<double>(far(r2)) - exact) <
            12 * static_cast<double>(std::numeric_limits<T>::epsilon()) * (1 / root + 2));
      CHECK(near(T(-2), r2, 3) == near(T(-2), r2));
      if (r >= T(3.7)) CHECK(near(T(1), r2) == 0);
    }
    CHECK(near(T(1), std::numeric_limits<T>::max() / 4) == 0);  // where P overflows
  }
}

TEST_CASE("a fit of one degree is no worse than Coulomb's")
{
  const auto error = [](double c, double screening) {
    const gf::screened_smooth smooth(c, screening);
    const gf::yukawa_far<double, 8> far(c, 1, screening);
    double worst = 0;
    for (double rho = 0; rho < 1; rho += 1.0 / 64)
      worst = std::max(worst, std::abs(far.within(rho * rho) - smooth(rho)));
    return worst;
  };
  for (const double c : {6.0, 10.0, 15.0, 24.0})
    for (const double screening : {0.1, 1.0, 4.0, 16.0}) CHECK(error(c, screening) < 1.01 * error(c, 0) + 1e-12);
}

TEST_CASE("an atom on a point is left out, and its smooth part taken off")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {7, 5, 3}};
  const std::vector<gf::source<double>> atoms = {{1, 1, 0.5, 3}, {1.2, 0.3, 0.1, -1}};
  const gf::host on;
  auto list = gf::make_cells<gf::source<double>>(on, gf::cells_around(where, 1.5, 2), 2);
  gf::sort_into_cells(on, atoms, list);
  const gf::yukawa_far<double, 13> far(12, 1.5, 0.7);
  std::vector<double> out(static_cast<std::size_t>(where.shape.count()));
  gf::cutoff_sum(on, list.cells(), where, gf::view_of(out.data(), where.shape), gf::yukawa_near<double, 13>(far));
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 7; ++i) {
        double expected = 0, rest = 0;
        for (const auto& a : atoms) {
          const double r2 = std::pow(0.5 * i - a.x, 2) + std::pow(0.5 * j - a.y, 2) + std::pow(0.5 * k - a.z, 2);
          if (r2 > 0) expected += a.charge * std::exp(-0.7 * std::sqrt(r2)) / std::sqrt(r2);
          rest += a.charge * far(r2);
        }
        CHECK(out[static_cast<std::size_t>((k * 5 + j) * 7 + i)] + rest == doctest::Approx(expected).epsilon(1e-12));
      }
  gf::cutoff_sum(on, list.cells(), where, gf::view_of(out.data(), where.shape),
                 gf::yukawa_near<double, 13, gf::rsqrt::approx, gf::singularity::infinite>(far));
  CHECK(out[(1 * 5 + 2) * 7 + 2] == std::numeric_limits<double>::infinity());
}

TEST_CASE("an inverse length that is negative is refused")
{
  CHECK(explains(message_of([] { (void)gf::yukawa_far<float, 6>(9, 2, -0.1); }), "length is -0.1"));
}
