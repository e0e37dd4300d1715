// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb's interaction as the sum of a part that ends at a cutoff and a smooth part: 1/r = S(r) + L(r).
///
/// Within the cutoff L is a polynomial P of r2, beyond it L is 1/r. S = 1/r - P within the cutoff and 0 beyond. Both
/// parts use one P, so S + L is 1/r for any P. P fits split_smooth, the function for which a mesh needs the fewest
/// nodes, so the error of the fit affects only the mesh.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <gridfold/electrostatics/split_polynomial.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Phi(rho) / rho for 0 <= rho <= 1, where Phi(rho) is the integral of I0(c sqrt(1 - x^2)) from 0 to rho over that from
/// 0 to 1. Phi(r / cutoff) / r, continued by 1/r beyond the cutoff, has a Fourier transform that, relative to
/// Coulomb's, falls to 2c exp(-c) at the wave number c / cutoff and stays below. Source: S. Jiang and L. Greengard, A
/// dual-space multilevel kernel-splitting framework (Comm. Pure Appl. Math. 2025, doi 10.1002/cpa.22240); the window is
/// the Kaiser-Bessel window.
///
/// \param bandwidth c, from 0 to 60
inline double split_smooth(double bandwidth, double rho)
{
  // Integrates the series of I0 term by term: the integral of (1 - (rho x)^2)^k over 0 < x < 1 follows from that for k
  // - 1. All terms are positive.
  const double outside = 1 - rho * rho;
  double term = 1, power = 1, part = 1, whole = 1, sum = 1, sum_of_whole = 1;
  for (int k = 1; k < 400 && term * whole > 1e-18 * sum_of_whole; ++k) {
    term *= bandwidth * bandwidth / (4.0 * k * k);
    power *= outside;
    part = (power + 2 * k * part) / (2 * k + 1);
    whole = 2 * k * whole / (2 * k + 1);
    sum += term * part;
    sum_of_whole += term * whole;
  }
  return sum / sum_of_whole;
}

/// L(r), per unit of charge: the smooth part of Coulomb's interaction, finite everywhere.
template <class T, int Degree>
struct coulomb_far : split_polynomial<T, Degree> {
  static constexpr double kappa = 0;  ///< it is not screened

  /// \param bandwidth see split_smooth
  /// \param distance the cutoff, positive
  /// \param degree of the fit, at most Degree
  coulomb_far(double bandwidth, double distance, int degree = Degree)
      : split_polynomial<T, Degree>(
            bandwidth, distance, [&](double rho) { return gridfold::split_smooth(bandwidth, rho); }, degree)
  {
  }
  /// A fit of at most this degree.
  template <int Higher>
  explicit coulomb_far(const coulomb_far<T, Higher>& fit) : split_polynomial<T, Degree>(fit)
  {
  }

  GRIDFOLD_HD T operator()(T r2) const { return r2 < this->cutoff2 ? this->within(r2) : T(1) / std::sqrt(r2); }

  /// L + S at a distance.
  template <class V>
  GRIDFOLD_HD V whole(const V& over_r, const V& /*r2*/) const
  {
    return over_r;
  }
  /// The field of L + S over the distance, per unit of charge.
  template <class V>
  GRIDFOLD_HD V field_over_r(const V& over_r, const V& whole_there) const
  {
    return whole_there * over_r * over_r;
  }
};

/// charge * S(r): Coulomb's interaction minus the smooth part. It ends at `cutoff`; see split_near.
template <class T, int Degree, class Rsqrt = rsqrt::approx, class Singularity = singularity::skip>
using coulomb_near = split_near<T, coulomb_far<T, Degree>, Rsqrt, Singularity>;

}  // namespace gridfold::inline GRIDFOLD_ABI
