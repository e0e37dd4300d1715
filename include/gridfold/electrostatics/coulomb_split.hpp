// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb's interaction as the sum of a part that ends at a cutoff and a smooth part: 1/r = S(r) + L(r).
///
/// Within the cutoff L is a polynomial P of r2, beyond it L is 1/r. S = 1/r - P within the cutoff and 0 beyond. Both
/// parts use the same P, so S + L is 1/r whatever P is. P fits the function of which a mesh needs the fewest nodes
/// (split_smooth), so the fit decides the mesh's error alone.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <gridfold/core/error.hpp>
#include <gridfold/math/chebyshev.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <type_traits>

namespace gridfold
{

/// Phi(rho) / rho for 0 <= rho <= 1, where Phi(rho) is the integral of I0(c sqrt(1 - x^2)) from 0 to rho over that from
/// 0 to 1. The Fourier transform of Phi(r / cutoff) / r, continued by 1/r beyond the cutoff, falls to 2c exp(-c) of
/// Coulomb's at the wave number c / cutoff and stays below. Source: S. Jiang and L. Greengard, A dual-space multilevel
/// kernel-splitting framework (Comm. Pure Appl. Math. 2025, doi 10.1002/cpa.22240); the window is Kaiser's and
/// Bessel's.
///
/// \param bandwidth c, from 0 to 60
inline double split_smooth(double bandwidth, double rho)
{
  // The series of I0, integrated term by term: the integral of (1 - (rho x)^2)^k over 0 < x < 1 follows from that of
  // k - 1. All terms are positive.
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
///
/// \tparam T the number type of the sources. Coefficients are rounded to it once, so that coulomb_near<T> and
///   coulomb_far<T> have the same P.
template <class T, int Degree>
struct coulomb_far {
  double cutoff;
  T cutoff2, scale;           ///< u = scale * r2 - 1
  T coefficient[Degree + 1];  ///< of P, of the powers of u

  /// \param bandwidth see split_smooth
  /// \param distance the cutoff, positive
  coulomb_far(double bandwidth, double distance)
      : cutoff(distance), cutoff2(static_cast<T>(distance * distance)), scale(static_cast<T>(2 / (distance * distance)))
  {
    if (!(bandwidth > 0 && bandwidth <= 60))
      throw error({"the bandwidth of a split is ", bandwidth,
                   " (from 0 to 60 can be computed in double): give about ln(1 / accuracy)"});
    math::check_cutoff<T>(distance);
    if (distance == 0) throw error("Coulomb's interaction is split at 0 (nothing is smooth): give a positive distance");
    const auto fitted = math::chebyshev_fit(
        Degree, [&](double u) { return gridfold::split_smooth(bandwidth, std::sqrt((u + 1) / 2)) / distance; });
    for (int power = 0; power <= Degree; ++power) coefficient[power] = static_cast<T>(fitted[power]);
  }

  /// P at a squared distance; meaningless beyond the cutoff.
  template <class V>
  GRIDFOLD_HD V within(const V& r2) const
  {
    return math::polynomial<Degree>(coefficient, V(V(scale) * r2 - V(T(1))));
  }

  GRIDFOLD_HD T operator()(T r2) const { return r2 < cutoff2 ? within(r2) : T(1) / std::sqrt(r2); }

  /// L(0).
  [[nodiscard]] GRIDFOLD_HD T at_zero() const { return within(T(0)); }
};

/// charge * S(r): what is left of Coulomb's interaction, an interaction that ends at `cutoff`.
///
/// \tparam Singularity `singularity::skip` leaves an atom out of points that it lies on. The smooth part does not, so
///   the value there is -charge * L(0), which makes the sum of both parts zero; `count` is not used.
///   `singularity::infinite` is as in coulomb. `softened` would change the far part too and is refused.
template <class T, int Degree, class Rsqrt = rsqrt::approx, class Singularity = singularity::skip>
struct coulomb_near {
  static_assert(detail::interaction_policies<Rsqrt, Singularity>::given);
  static_assert(
      std::is_same_v<Singularity, singularity::skip> || std::is_same_v<Singularity, singularity::infinite>,
      "gridfold: the split of Coulomb's interaction has no such singularity policy (a softened charge differs "
      "at any distance): give singularity::skip or singularity::infinite");
  using accepts_packs = void;
  using proportional_to_charge = void;
  coulomb_far<T, Degree> far;
  double cutoff;
  Singularity singularity{};

  explicit coulomb_near(const coulomb_far<T, Degree>& rest, const Singularity& at_sources = {})
      : far(rest), cutoff(rest.cutoff), singularity(at_sources)
  {
  }

  /// Sums call it with an item. careful_sum, which knows which sources lie on a point, calls it without.
  template <class V>
  GRIDFOLD_HD V operator()(T charge, const V& r2, std::same_as<int> auto... item) const
  {
    const V smooth = far.within(r2);
    if constexpr (lane_count<V> == 1 && sizeof...(item) == 0 && !Singularity::may_be_infinite)
      if (r2 == V(T(0))) return -charge * smooth;
    // A product with the selected value: P may overflow far beyond the cutoff.
    return V(charge) * math::zero_from(r2, far.cutoff2, V(Rsqrt::over_sqrt(T(1), r2, item...) - smooth));
  }
};

}  // namespace gridfold
