// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A split interaction: within the cutoff the smooth part is a polynomial of the squared distance; the near part is the
/// rest.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <gridfold/math/chebyshev.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Common base of near parts: the interaction's policies.
template <class Rsqrt, class Singularity>
struct split_policies : math::interaction_policies<Rsqrt, Singularity> {
  static_assert(
      std::is_base_of_v<singularity::skip, Singularity> || std::is_base_of_v<singularity::infinite, Singularity>,
      "gridfold: a split interaction has no such singularity policy (a softened charge differs at any distance): give "
      "singularity::skip or singularity::infinite, or a policy derived from one");
};

}  // namespace detail

/// P, the polynomial fitted to a smooth part.
///
/// \tparam T the number type of the sources. Coefficients are rounded to it once, so that near and far part have the
///   same P.
template <class T, int Degree>
struct split_polynomial {
  double cutoff;
  T cutoff2, scale;           ///< u = scale * r2 - 1
  T coefficient[Degree + 1];  ///< of the powers of u

  /// Throws `error` unless the bandwidth is in (0, 60] and the cutoff positive and in the range of T.
  ///
  /// \param bandwidth see split_smooth
  /// \param distance the cutoff
  /// \param smooth the smooth part times the cutoff, called with distance / cutoff in double
  /// \param degree of the fit, at most Degree; further coefficients are zero
  template <class Smooth>
  split_polynomial(double bandwidth, double distance, Smooth smooth, int degree = Degree)
      : cutoff(distance), cutoff2(static_cast<T>(distance * distance)), scale(static_cast<T>(2 / (distance * distance)))
  {
    if (!(bandwidth > 0 && bandwidth <= 60))
      throw error({"the bandwidth of a split is ", bandwidth,
                   " (from 0 to 60 can be computed in double): give about ln(1 / accuracy)"});
    math::check_cutoff<T>(distance);
    if (distance == 0) throw error("the interaction is split at 0 (nothing is smooth): give a positive distance");
    const auto fitted =
        math::chebyshev_fit(degree, [&](double u) { return smooth(std::sqrt((u + 1) / 2)) / distance; });
    for (int power = 0; power <= Degree; ++power)
      coefficient[power] = power <= degree ? static_cast<T>(fitted[static_cast<std::size_t>(power)]) : T(0);
  }

  /// A fit of at most this degree, without trailing zeros.
  template <int Higher>
  explicit split_polynomial(const split_polynomial<T, Higher>& fit)
      : cutoff(fit.cutoff), cutoff2(fit.cutoff2), scale(fit.scale)
  {
    static_assert(Degree < Higher);
    for (int power = 0; power <= Degree; ++power) coefficient[power] = fit.coefficient[power];
  }

  /// P at a squared distance; meaningless beyond the cutoff.
  template <class V>
  GRIDFOLD_HD V within(const V& r2) const
  {
    return math::polynomial<Degree>(coefficient, V(V(scale) * r2 - V(T(1))));
  }

  /// P and its derivative with respect to r2.
  template <class V>
  struct value_and_slope {
    V value, slope;
  };
  template <class V>
  GRIDFOLD_HD value_and_slope<V> slope_within(const V& r2) const
  {
    const V u = V(scale) * r2 - V(T(1));
    V value(coefficient[Degree]), slope(T(0));
    GRIDFOLD_UNROLL
    for (int power = Degree - 1; power >= 0; --power) {
      slope = slope * u + value;
      value = value * u + V(coefficient[power]);
    }
    return {value, V(scale) * slope};
  }

  /// P(0).
  [[nodiscard]] GRIDFOLD_HD T at_zero() const { return within(T(0)); }
};

/// charge * S(r): an interaction minus its smooth part. It ends at `cutoff`.
///
/// \tparam Far the smooth part: a split_polynomial whose `whole(1 / r, r2)` is the interaction of a unit of charge
/// \tparam Singularity `singularity::skip` omits an atom at points that it lies on. The smooth part keeps the atom, so
///   the value there is -charge * L(0), which makes the sum of both parts zero; `count` is not used.
///   `singularity::infinite` is as in coulomb. A policy derived from these may choose between them at run time, by
///   `is_infinite()`. `softened` would change the far part too and is refused.
template <class T, class Far, class Rsqrt, class Singularity>
struct split_near {
  static_assert(detail::split_policies<Rsqrt, Singularity>::given);
  using accepts_packs = void;
  using proportional_to_charge = void;
  Far far_term;
  double cutoff;
  Singularity singularity{};

  explicit split_near(const Far& rest, const Singularity& at_sources = {})
      : far_term(rest), cutoff(rest.cutoff), singularity(at_sources)
  {
  }

  /// Kernels call it with an item number. careful_sum calls it without one, because it handles sources on a point
  /// itself.
  template <class V>
  GRIDFOLD_HD V operator()(T charge, const V& r2, std::same_as<int> auto... item) const
  {
    if constexpr (lane_count<V> == 1 && sizeof...(item) == 0)
      if (r2 == V(T(0)) && !math::makes_infinite(singularity)) return -charge * far_term.within(r2);
    // Selects the value, not the charge: far beyond the cutoff P may overflow, and 0 * infinity is NaN.
    return V(charge) * math::zero_from(r2, far_term.cutoff2, unit_before_end(r2, item...));
  }

  /// See math::ending_interaction.
  GRIDFOLD_HD bool ends_at(const T& r2) const { return r2 >= far_term.cutoff2; }
  GRIDFOLD_HD T before_end(const T& charge, const T& r2, int item) const { return charge * unit_before_end(r2, item); }

 private:
  template <class V>
  GRIDFOLD_HD V unit_before_end(const V& r2, std::same_as<int> auto... item) const
  {
    return far_term.whole(V(Rsqrt::over_sqrt(T(1), r2, item...)), r2) - far_term.within(r2);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
