// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The Fourier transform of the smooth part of Coulomb's interaction, for meshes that are a period of a crystal.
///
/// With t = r / cutoff, Phi(t) = t cutoff P within the cutoff and 1 beyond it is r L(r). Integrating by parts, the
/// transform 4 pi / k times the integral of r L(r) sin(k r) is 4 pi F / k^2, where F is the integral of Phi'(t) cos(q
/// t) from 0 to 1, plus (1 - Phi(1)) cos q, at q = k cutoff. Phi' is a polynomial, so F is computed to rounding
/// whatever the fit of P is.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/math/chebyshev.hpp>
#include <numbers>
#include <vector>

namespace gridfold::detail
{

/// Nodes in (0, 1) and weights that integrate even functions: Fejer's first rule, folded. It is exact for polynomials
/// of degrees below 2 * `half`. Source: L. N. Trefethen, SIAM Review 50 (2008) 67.
struct even_quadrature {
  static constexpr std::size_t half = 128;
  std::array<double, half> node, weight;

  even_quadrature()
  {
    constexpr double points = 2.0 * half;
    for (std::size_t n = 0; n < half; ++n) {
      const double angle = (static_cast<double>(n) + 0.5) / points * std::numbers::pi;
      double sum = 1;
      for (std::size_t m = 1; m <= half; ++m)
        sum -= 2 * std::cos(2 * static_cast<double>(m) * angle) / (4 * static_cast<double>(m * m) - 1);
      node[n] = std::cos(angle);
      weight[n] = 2 * sum / points;
    }
  }
};

/// The transform of coulomb_far at squared wave numbers, times a factor. At 0, where it is infinite, it is what remains
/// of it without Coulomb's 4 pi / k^2: the near part has the opposite mean over a period, so both parts together have
/// the mean 0 whatever the split. From the wave number 2 c / cutoff on it is 0: it has fallen to about exp(-c) at half
/// of that.
template <class T>
class coulomb_transform {
  static constexpr int most_terms = 96;

 public:
  /// \param bandwidth that of `far`
  template <int Degree>
  coulomb_transform(const coulomb_far<T, Degree>& far, double bandwidth, double factor)
      : factor_(factor), cutoff2_(far.cutoff * far.cutoff), end_(4 * bandwidth * bandwidth)
  {
    const even_quadrature over;
    std::vector<double> slope, coefficient(far.coefficient, far.coefficient + Degree + 1);
    for (int power = 1; power <= Degree; ++power) slope.push_back(power * coefficient[static_cast<std::size_t>(power)]);
    std::array<double, even_quadrature::half> weight;
    double rest = 1, second = 0;  // of the integral of Phi' from 1; of the integral of t^2 Phi'
    for (std::size_t n = 0; n < weight.size(); ++n) {
      const double t = over.node[n], u = 2 * t * t - 1;
      // Phi = cutoff t P(2 t^2 - 1)
      weight[n] =
          over.weight[n] * far.cutoff *
          (math::polynomial<Degree>(coefficient.data(), u) + 4 * t * t * math::polynomial<Degree - 1>(slope.data(), u));
      rest -= weight[n];
      second += weight[n] * t * t;
    }
    at_zero_ = -0.5 * (second + rest);
    // Of cos q t as a series of Chebyshev polynomials of q^2 the term number n is a Bessel function of order 2 n of an
    // argument of at most 2 c: it vanishes from n about c on.
    terms_ = std::min(static_cast<int>(bandwidth) + 36, most_terms);
    const auto angle = [&](int node) { return std::numbers::pi * (node + 0.5) / terms_; };
    std::array<double, most_terms> value{};
    for (int node = 0; node < terms_; ++node) {
      const double q = 2 * bandwidth * std::cos(0.5 * angle(node));  // q^2 = (1 + cos(angle)) / 2 of its largest value
      double sum = rest * std::cos(q);
      for (std::size_t n = 0; n < weight.size(); ++n) sum += weight[n] * std::cos(q * over.node[n]);
      value[static_cast<std::size_t>(node)] = sum;
    }
    for (int term = 0; term < terms_; ++term) {
      double sum = 0;
      for (int node = 0; node < terms_; ++node)
        sum += value[static_cast<std::size_t>(node)] * std::cos(term * angle(node));
      term_[term] = (term == 0 ? 1 : 2) * sum / terms_;
    }
  }

  GRIDFOLD_HD T operator()(double wave2) const
  {
    const double q2 = wave2 * cutoff2_, all = 4 * std::numbers::pi * cutoff2_ * factor_;
    if (q2 == 0) return static_cast<T>(all * at_zero_);
    return q2 < end_ ? static_cast<T>(all * series(2 * q2 / end_ - 1) / q2) : T(0);
  }

 private:
  /// F by Clenshaw's recurrence.
  [[nodiscard]] GRIDFOLD_HD double series(double u) const
  {
    double now = 0, next = 0;
    for (int term = terms_ - 1; term > 0; --term) {
      const double before = term_[term] + 2 * u * now - next;
      next = now;
      now = before;
    }
    return term_[0] + u * now - next;
  }

  double factor_, cutoff2_, end_, at_zero_;
  int terms_;
  double term_[most_terms];
};

}  // namespace gridfold::detail
