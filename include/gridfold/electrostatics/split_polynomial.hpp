// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The polynomial of the squared distance that a split interaction's smooth part is within its cutoff.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <gridfold/core/error.hpp>
#include <gridfold/math/chebyshev.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/interaction.hpp>
#include <type_traits>

namespace gridfold
{

namespace detail
{

/// Common base of near parts: their policies.
template <class Rsqrt, class Singularity>
struct split_policies : interaction_policies<Rsqrt, Singularity> {
  static_assert(std::is_same_v<Singularity, singularity::skip> || std::is_same_v<Singularity, singularity::infinite>,
                "gridfold: a split interaction has no such singularity policy (a softened charge differs at any "
                "distance): give singularity::skip or singularity::infinite");
};

}  // namespace detail

/// P, fitted to a smooth part.
///
/// \tparam T the number type of the sources. Coefficients are rounded to it once, so that near and far part have the
///   same P.
template <class T, int Degree>
struct split_polynomial {
  double cutoff;
  T cutoff2, scale;           ///< u = scale * r2 - 1
  T coefficient[Degree + 1];  ///< of the powers of u

  /// Throws `error` for a bandwidth that is not in (0, 60], and for a cutoff that is 0 or beyond the range of T.
  ///
  /// \param bandwidth see split_smooth
  /// \param distance the cutoff
  /// \param smooth the smooth part times the cutoff, called with distance / cutoff in double
  template <class Smooth>
  split_polynomial(double bandwidth, double distance, Smooth smooth)
      : cutoff(distance), cutoff2(static_cast<T>(distance * distance)), scale(static_cast<T>(2 / (distance * distance)))
  {
    if (!(bandwidth > 0 && bandwidth <= 60))
      throw error({"the bandwidth of a split is ", bandwidth,
                   " (from 0 to 60 can be computed in double): give about ln(1 / accuracy)"});
    math::check_cutoff<T>(distance);
    if (distance == 0) throw error("the interaction is split at 0 (nothing is smooth): give a positive distance");
    const auto fitted =
        math::chebyshev_fit(Degree, [&](double u) { return smooth(std::sqrt((u + 1) / 2)) / distance; });
    for (int power = 0; power <= Degree; ++power) coefficient[power] = static_cast<T>(fitted[power]);
  }

  /// P at a squared distance; meaningless beyond the cutoff.
  template <class V>
  GRIDFOLD_HD V within(const V& r2) const
  {
    return math::polynomial<Degree>(coefficient, V(V(scale) * r2 - V(T(1))));
  }

  /// P(0).
  [[nodiscard]] GRIDFOLD_HD T at_zero() const { return within(T(0)); }
};

}  // namespace gridfold
