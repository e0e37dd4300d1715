// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/coulomb_split.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <gridfold/core/lattice.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <limits>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// The definition of split_smooth by Simpson's rule, whose error is far below 1e-12 for a bandwidth up to 30.
double by_quadrature(double bandwidth, double rho)
{
  const auto i0 = [](double x) {
    double sum = 1, term = 1;
    for (int k = 1; k < 200; ++k) sum += term *= x * x / (4.0 * k * k);
    return sum;
  };
  const auto mean = [&](double to) {
    constexpr int steps = 4000;
    double sum = 0;
    for (int n = 0; n <= steps; ++n) {
      const double x = to * n / steps;
      sum += (n == 0 || n == steps ? 1 : n % 2 == 1 ? 4 : 2) * i0(bandwidth * std::sqrt(std::max(0.0, 1 - x * x)));
    }
    return sum / (3.0 * steps);
  };
  return mean(rho) / mean(1);
}

/// skip or infinite, chosen at run time.
struct skip_or_infinite : gf::singularity::skip {
  bool as_infinite;

  static constexpr bool may_be_infinite = true;
  [[nodiscard]] GRIDFOLD_HD bool is_infinite() const { return as_infinite; }
};

template <class T>
using near_of = gf::coulomb_near<T, 10, gf::rsqrt::ieee>;

}  // namespace

TEST_CASE("the smooth part is the integral that defines it, 1 at the cutoff")
{
  for (const double bandwidth : {0.5, 4.0, 10.0, 18.0, 30.0}) {
    CHECK(gf::split_smooth(bandwidth, 1) == doctest::Approx(1).epsilon(1e-14));
    for (const double rho : {0.0, 1e-5, 0.3, 0.77, 0.999})
      CHECK(gf::split_smooth(bandwidth, rho) == doctest::Approx(by_quadrature(bandwidth, rho)).epsilon(1e-11));
  }
}

TEST_CASE_TEMPLATE("both parts add up to 1/r", T, float, double)
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<T> place(T(0.01), T(9));
  const gf::coulomb_far<T, 10> far(9, 3.7);
  const near_of<T> near(far);
  // The root, P and the sum round a few times, relative to 1/r and to P, which is at most about 4 / cutoff.
  for (int n = 0; n < 2000; ++n) {
    const T r = place(generator), r2 = r * r;
    const double exact = 1 / std::sqrt(static_cast<double>(r2));
    CHECK(std::abs(static_cast<double>(near(T(1), r2)) + static_cast<double>(far(r2)) - exact) <
          8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * (exact + 2));
    CHECK(near(T(-2), r2, 3) == near(T(-2), r2));
    if (r >= T(3.7)) CHECK(near(T(1), r2) == 0);
  }
  CHECK(near(T(1), std::numeric_limits<T>::max() / 4) == 0);  // where P overflows
}

TEST_CASE("value and slope at the cutoff are those of 1/r but for the window's end, as the fit's degree grows")
{
  // Phi' is 1 over the window's integral there, which is sinh(c) / c. A fit that is off by e has a slope off by at most
  // degree^2 e in u (Markov), twice that in r.
  const auto jump = [](const auto& far, int degree) {
    const double c = 10, rc = far.cutoff, h = 1e-5, above = rc + h, below = rc - h;
    const double value = far.within(rc * rc) * rc;
    const double slope = (far.within(above * above) - far.within(below * below)) / (2 * h) * rc * rc;
    return std::max(std::abs(value - 1), std::abs(slope + 1 - c / std::sinh(c)) / (2 * degree * degree));
  };
  CHECK(jump(gf::coulomb_far<double, 6>(10, 2.5), 6) < 1e-4);
  CHECK(jump(gf::coulomb_far<double, 9>(10, 2.5), 9) < 1e-8);
  CHECK(jump(gf::coulomb_far<double, 13>(10, 2.5), 13) < 1e-11);
}

TEST_CASE("the fit's error against the quadrature")
{
  const gf::coulomb_far<double, 9> far(12, 3);
  double worst = 0;
  for (double rho = 0; rho <= 1; rho += 1.0 / 64)
    worst = std::max(worst, std::abs(far(9 * rho * rho) * 3 - by_quadrature(12, rho)));
  CHECK(worst < 1e-7);
  CHECK(worst > 1e-9);  // this degree's error is seen, not rounding
  CHECK(far.at_zero() * 3 == doctest::Approx(by_quadrature(12, 0)).epsilon(1e-7));
}

TEST_CASE("the transform of the smooth part ends at the bandwidth")
{
  // That of 1/r is 4 pi / k^2. Times k^2 / (4 pi), that of the smooth part is the window's: c / sinh(c) times
  // sinh(x) / x, with x^2 = c^2 - (k rc)^2, and beyond the bandwidth times sin(|x|) / |x|.
  const double c = 8, rc = 2;
  const gf::coulomb_far<double, 13> far(c, rc);
  const gf::coulomb_near<double, 13, gf::rsqrt::ieee> near(far);
  for (double k = 0.01; k < 6 * c / rc; k += 0.37) {
    constexpr int steps = 20000;
    double sum = 0;  // by midpoints, whose error is about (k rc / steps)^2 / 24
    for (int n = 0; n < steps; ++n) {
      const double r = rc * (n + 0.5) / steps;
      sum += near(1.0, r * r) * r * std::sin(k * r) * rc / steps;
    }
    const double x2 = c * c - k * rc * k * rc, x = std::sqrt(std::abs(x2));
    const double expected = c / std::sinh(c) * (x2 > 0 ? std::sinh(x) : std::sin(x)) / x;
    CHECK(std::abs(1 - k * sum - expected) < 1e-6);
    if (k * rc > c) CHECK(std::abs(expected) < 2.1 * c * std::exp(-c));
  }
}

TEST_CASE("an atom on a point is left out, and its smooth part taken off")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {7, 5, 3}};
  const std::vector<gf::source<double>> atoms = {{1, 1, 0.5, 3}, {1.2, 0.3, 0.1, -1}};
  const gf::host on;
  auto list = gf::make_cells<gf::source<double>>(on, gf::cells_around(where, 1.5, 2), 2);
  gf::sort_into_cells(on, atoms, list);
  const gf::coulomb_far<double, 13> far(12, 1.5);
  std::vector<double> out(static_cast<std::size_t>(where.shape.count()));
  gf::cutoff_sum(on, list.cells(), where, gf::view_of(out.data(), where.shape), gf::coulomb_near<double, 13>(far));
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 7; ++i) {
        double expected = 0, rest = 0;
        for (const auto& a : atoms) {
          const double r2 = std::pow(0.5 * i - a.x, 2) + std::pow(0.5 * j - a.y, 2) + std::pow(0.5 * k - a.z, 2);
          if (r2 > 0) expected += a.charge / std::sqrt(r2);
          rest += a.charge * far(r2);
        }
        CHECK(out[static_cast<std::size_t>((k * 5 + j) * 7 + i)] + rest == doctest::Approx(expected).epsilon(1e-12));
      }
  gf::cutoff_sum(on, list.cells(), where, gf::view_of(out.data(), where.shape),
                 gf::coulomb_near<double, 13, gf::rsqrt::approx, gf::singularity::infinite>(far));
  CHECK(out[(1 * 5 + 2) * 7 + 2] == std::numeric_limits<double>::infinity());
}

TEST_CASE("a singularity policy that is chosen at run time gives the values of skip and of infinite")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {7, 5, 3}};
  // Two charges of equal size on one point, a single one on another, one on none.
  const std::vector<gf::source<double>> atoms = {{1, 1, 0.5, 3}, {2, 1, 1, 2}, {2, 1, 1, -2}, {1.2, 0.3, 0.1, -1}};
  const gf::host on;
  auto list = gf::make_cells<gf::source<double>>(on, gf::cells_around(where, 1.5, 4), 4);
  gf::sort_into_cells(on, atoms, list);
  const auto map_by = [&]<class Singularity>(const Singularity& at_sources) {
    std::vector<double> out(static_cast<std::size_t>(where.shape.count()));
    gf::cutoff_sum(
        on, list.cells(), where, gf::view_of(out.data(), where.shape),
        gf::coulomb_near<double, 9, gf::rsqrt::ieee, Singularity>(gf::coulomb_far<double, 9>(8, 1.5), at_sources));
    return out;
  };
  const std::vector<double> infinite = map_by(gf::singularity::infinite{});
  CHECK(map_by(skip_or_infinite{{}, false}) == map_by(gf::singularity::skip{}));
  CHECK(map_by(skip_or_infinite{{}, true}) == infinite);
  CHECK(std::count_if(infinite.begin(), infinite.end(), [](double v) { return std::isinf(v); }) == 1);
}
