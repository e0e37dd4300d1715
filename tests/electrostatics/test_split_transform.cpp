// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/split_transform.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/yukawa_split.hpp>
#include <numbers>

namespace gf = gridfold;
using gf::electrostatics::split_transform;

namespace
{

constexpr double pi = std::numbers::pi;

/// The integral of r (exp(-kappa r) / r - L) sin(k r) / k, times 4 pi, from 0 to the cutoff by Simpson's rule.
template <template <class, int> class Far, class T, int Degree>
double near_transform(const Far<T, Degree>& far, double k)
{
  constexpr int steps = 20000;
  const double h = far.cutoff / steps;
  double sum = 0;
  for (int n = 0; n <= steps; ++n) {
    const double r = h * n, sine = k == 0 ? r : std::sin(k * r) / k;
    double smooth = 0, u = 2 * r * r / (far.cutoff * far.cutoff) - 1;
    for (int power = Degree; power >= 0; --power) smooth = smooth * u + static_cast<double>(far.coefficient[power]);
    sum += (n == 0 || n == steps ? 1 : n % 2 == 1 ? 4 : 2) * (std::exp(-far.kappa * r) - r * smooth) * sine;
  }
  return 4 * pi * sum * h / 3;
}

}  // namespace

TEST_CASE_TEMPLATE("near and far part have Coulomb's transform, whatever the polynomial", T, float, double)
{
  for (const double c : {2.0, 9.0, 24.0, 60.0}) {
    const gf::coulomb_far<T, 9> far(c, 3.5);  // for 60 a bad fit
    const split_transform<double> exact(gf::coulomb_far<double, 9>(c, 3.5), c, 1);
    const split_transform<T> transform(far, c, 0.25);
    for (const double share : {0.01, 0.2, 0.7, 1.3, 1.99}) {
      const double k = share * c / 3.5, coulomb = 4 * pi / (k * k);
      // The rounding of T, and in double the error of Simpson's rule, (q / steps)^4 / 180.
      CHECK(std::abs(4 * static_cast<double>(transform(k * k)) + near_transform(far, k) - coulomb) <
            (sizeof(T) == 4 ? 1e-6 : 1e-11) * coulomb);
    }
    CHECK(transform(4.01 * c * c / (3.5 * 3.5)) == 0);
    // The near part's mean is taken off.
    CHECK(4 * static_cast<double>(transform(0)) ==
          doctest::Approx(-near_transform(far, 0)).epsilon(sizeof(T) == 4 ? 1e-6 : 1e-12));
  }
}

TEST_CASE("the transform of a good fit is that of Kaiser's and Bessel's window")
{
  for (const double c : {6.0, 12.0, 20.0}) {
    constexpr double cutoff = 2.25;
    const gf::coulomb_far<double, 17> far(c, cutoff);
    const split_transform<double> transform(far, c, 1);
    for (int n = 1; n < 20; ++n) {
      const double q = n * c / 10, k = q / cutoff, rest = c * c - q * q;
      const double root = std::sqrt(std::abs(rest)), window = rest > 0   ? std::sinh(root) / root
                                                              : rest < 0 ? std::sin(root) / root
                                                                         : 1;
      // The fit is off by less than 1e-10 up to c = 20.
      CHECK(std::abs(transform(k * k) * k * k / (4 * pi) - window * c / std::sinh(c)) < 1e-9);
    }
  }
}

TEST_CASE_TEMPLATE("near and far part have Yukawa's transform, at 0 too", T, float, double)
{
  for (const double kappa : {0.01, 0.3, 2.0, 11.0})
    for (const double c : {2.0, 9.0, 24.0}) {
      const gf::yukawa_far<T, 9> far(c, 3.5, kappa);
      const split_transform<T> transform(far, c, 0.25);
      for (const double share : {0.0, 0.01, 0.2, 0.7, 1.3, 1.99}) {
        const double k = share * c / 3.5, yukawa = 4 * pi / (k * k + kappa * kappa);
        // The rounding of T, and in double the error of Simpson's rule, (q / steps)^4 / 180.
        CHECK(std::abs(4 * static_cast<double>(transform(k * k)) + near_transform(far, k) - yukawa) <
              (sizeof(T) == 4 ? 1e-6 : 1e-11) * yukawa);
      }
      CHECK(transform(4.01 * c * c / (3.5 * 3.5)) == 0);
    }
}
