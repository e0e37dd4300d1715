// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The Fourier transform of the smooth part of a split interaction, for meshes that cover a period of a crystal.
///
/// With t = r / cutoff, G(t) = t cutoff P within the cutoff and exp(-s t) beyond it is r L(r), where s = kappa cutoff
/// is 0 for Coulomb's interaction. Integrating by parts, the transform 4 pi / k times the integral of r L(r) sin(k r)
/// is 4 pi F / (k^2 + kappa^2). At q = k cutoff, F is the integral of G'(t) cos(q t) + s^2 G(t) sin(q t) / q from 0 to
/// 1, plus (exp(-s) - G(1)) cos q + s exp(-s) sin(q) / q. G is a polynomial, so F is exact up to rounding for any fit
/// P.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <gridfold/math/chebyshev.hpp>
#include <gridfold/math/even_quadrature.hpp>
#include <numbers>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::detail
{

/// G and its derivative at the nodes of a quadrature, times their weights.
class smooth_part {
 public:
  template <template <class, int> class Far, class T, int Degree>
  explicit smooth_part(const Far<T, Degree>& far_term)
      : screening_(far_term.kappa * far_term.cutoff), end_(std::exp(-screening_))
  {
    std::vector<double> slope, coefficient(far_term.coefficient, far_term.coefficient + Degree + 1);
    for (int power = 1; power <= Degree; ++power) slope.push_back(power * coefficient[static_cast<std::size_t>(power)]);
    jump_ = end_;
    for (std::size_t n = 0; n < value_.size(); ++n) {
      const double t = over_.node[n], u = 2 * t * t - 1, by = over_.weight[n] * far_term.cutoff;
      // G = cutoff t P(2 t^2 - 1)
      const double p = math::polynomial<Degree>(coefficient.data(), u);
      value_[n] = by * t * p;
      slope_[n] = by * (p + 4 * t * t * math::polynomial<Degree - 1>(slope.data(), u));
      jump_ -= slope_[n];
    }
  }

  /// F at q > 0.
  [[nodiscard]] double transform(double q) const
  {
    double sum = jump_ * std::cos(q) + screening_ * end_ * std::sin(q) / q;
    for (std::size_t n = 0; n < value_.size(); ++n) {
      const double angle = q * over_.node[n];
      sum += slope_[n] * std::cos(angle) + screening_ * screening_ * value_[n] * std::sin(angle) / q;
    }
    return sum;
  }

  /// Half of the second derivative of F at 0: the limit of F / q^2 at q = 0 without its pole 1 / q^2, if nothing is
  /// screened.
  [[nodiscard]] double at_zero() const
  {
    double second = jump_;
    for (std::size_t n = 0; n < slope_.size(); ++n) second += slope_[n] * over_.node[n] * over_.node[n];
    return -0.5 * second;
  }

 private:
  double screening_, end_, jump_;  ///< of G at the cutoff
  math::even_quadrature over_;
  std::array<double, math::even_quadrature::half> value_, slope_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::detail

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// The transform of coulomb_far or yukawa_far at squared wave numbers, times a factor. At wave number 0, where
/// Coulomb's is infinite, its pole 4 pi / k^2 is left out: then near and far part have opposite means over a period,
/// and their sum has the mean 0 for any split. From the wave number 2 c / cutoff on it is set to 0; it has fallen to
/// about exp(-c) at half of that.
template <class T>
class split_transform {
  static constexpr int most_terms = 96;

 public:
  /// \param bandwidth of `far_term`
  template <class Far>
  split_transform(const Far& far_term, double bandwidth, double factor)
      : factor_(factor),
        cutoff2_(far_term.cutoff * far_term.cutoff),
        screening2_(far_term.kappa * far_term.kappa * cutoff2_),
        end_(4 * bandwidth * bandwidth)
  {
    const detail::smooth_part smooth(far_term);
    at_zero_ = smooth.at_zero();
    // In the series of cos q t in Chebyshev polynomials of q^2, coefficient n is a Bessel function of order 2 n, with
    // an argument of at most 2 c: it vanishes from about n = c on.
    terms_ = std::min(static_cast<int>(bandwidth) + 36, most_terms);
    const auto angle = [&](int node) { return std::numbers::pi * (node + 0.5) / terms_; };
    std::array<double, most_terms> value{};
    for (int node = 0; node < terms_; ++node)  // q^2 is (1 + cos(angle)) / 2 of its largest value
      value[static_cast<std::size_t>(node)] = smooth.transform(2 * bandwidth * std::cos(0.5 * angle(node)));
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
    if (q2 + screening2_ == 0) return static_cast<T>(all * at_zero_);
    return q2 < end_ ? static_cast<T>(all * series(2 * q2 / end_ - 1) / (q2 + screening2_)) : T(0);
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

  double factor_, cutoff2_, screening2_, end_, at_zero_;
  int terms_;
  double term_[most_terms];
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
