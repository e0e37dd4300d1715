// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Yukawa's interaction as the sum of a part that ends at a cutoff and a smooth part: exp(-kappa r) / r = S(r) + L(r).
///
/// L is the screened potential of the charge density whose unscreened potential is Coulomb's smooth part
/// (coulomb_split.hpp). The density ends at the cutoff. Beyond it, the density's screened potential is that of a point
/// charge, times the mean of sinh(kappa r) / (kappa r) over the density. L is divided by that mean, so S ends at the
/// cutoff. Within the cutoff L is a polynomial P of r2 that both parts use, so S + L is exact for any P.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <gridfold/electrostatics/split_polynomial.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/math/even_quadrature.hpp>
#include <gridfold/math/exponential.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <numbers>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The smooth part of Yukawa's interaction within the cutoff, times the cutoff, in double. Lengths are divided by the
/// cutoff; screening is kappa * cutoff. Let w(x) = I0(c sqrt(1 - x^2)), the window of split_smooth. The smooth part is
/// 1/rho times the integral of sign(rho - x) exp(-screening |rho - x|) w(x) / 2 over -1 < x < 1, divided by the
/// integral of cosh(screening x) w(x) over 0 < x < 1. Without screening it is split_smooth.
class screened_smooth {
 public:
  /// \param bandwidth c, from 0 to 60; \param screening zero or positive
  screened_smooth(double bandwidth, double screening) : bandwidth_(bandwidth), screening_(screening)
  {
    whole_ = over_([&](double x) { return faded_cosh(x) * window(x); });
  }

  /// \param rho from 0 to 1
  double operator()(double rho) const
  {
    // Integrates from 0 to rho and from rho to 1, and adds the integrands of x and -x.
    const double inner = over_([&](double s) { return faded_cosh(rho * s) * window(rho * s); });
    const double middle = (1 + rho) / 2, half = (1 - rho) / 2;
    const auto outside = [&](double x) { return std::exp(-screening_ * x) * window(x); };
    const double outer =
        half * over_([&](double s) { return outside(middle + half * s) + outside(middle - half * s); });
    return (std::exp(-screening_ * rho) * inner - faded_sinh(rho) * outer) / whole_;
  }

 private:
  [[nodiscard]] double window(double x) const
  {
    const double quarter = bandwidth_ * bandwidth_ * (1 - x * x) / 4;
    double sum = 1, term = 1;
    for (int k = 1; k < 400 && term > 1e-18 * sum; ++k) sum += term *= quarter / (k * k);
    return sum;
  }
  /// cosh(screening x) and sinh(screening x) / x, both times exp(-screening) to keep them finite.
  [[nodiscard]] double faded_cosh(double x) const
  {
    return (std::exp(screening_ * (x - 1)) + std::exp(-screening_ * (x + 1))) / 2;
  }
  [[nodiscard]] double faded_sinh(double x) const
  {
    if (x == 0) return screening_ * std::exp(-screening_);
    return -std::exp(screening_ * (x - 1)) * std::expm1(-2 * screening_ * x) / (2 * x);
  }

  double bandwidth_, screening_, whole_;
  math::even_quadrature over_;
};

/// L(r), per unit of charge: the smooth part of Yukawa's interaction, finite everywhere.
template <class T, int Degree>
struct yukawa_far : split_polynomial<T, Degree> {
  double kappa;

  /// \param bandwidth see split_smooth
  /// \param distance the cutoff, positive
  /// \param inverse_length kappa; throws `error` as yukawa does
  /// \param degree of the fit, at most Degree
  yukawa_far(double bandwidth, double distance, double inverse_length, int degree = Degree)
      : split_polynomial<T, Degree>(bandwidth, distance, screened_smooth(bandwidth, inverse_length * distance), degree),
        kappa(inverse_length)
  {
    yukawa<>{kappa}.template check<T>();
  }
  /// A fit of at most this degree.
  template <int Higher>
  explicit yukawa_far(const yukawa_far<T, Higher>& fit) : split_polynomial<T, Degree>(fit), kappa(fit.kappa)
  {
  }

  GRIDFOLD_HD T operator()(T r2) const
  {
    if (r2 < this->cutoff2) return this->within(r2);
    const T r = std::sqrt(r2);
    return std::exp(static_cast<T>(-kappa) * r) / r;
  }

  /// L + S at a distance.
  template <class V>
  GRIDFOLD_HD V whole(const V& over_r, const V& r2) const
  {
    return over_r * exponential_base2(V(static_cast<T>(-kappa * std::numbers::log2e)) * (r2 * over_r));
  }
  /// The field of L + S over the distance, per unit of charge: exp(-kappa r) / r times (1 + kappa r) / r^2.
  template <class V>
  GRIDFOLD_HD V field_over_r(const V& over_r, const V& whole_there) const
  {
    return whole_there * over_r * (over_r + V(static_cast<T>(kappa)));
  }
};

/// charge * S(r): Yukawa's interaction minus the smooth part. It ends at `cutoff`; see split_near.
template <class T, int Degree, class Rsqrt = rsqrt::approx, class Singularity = singularity::skip>
using yukawa_near = split_near<T, yukawa_far<T, Degree>, Rsqrt, Singularity>;

}  // namespace gridfold::inline GRIDFOLD_ABI
