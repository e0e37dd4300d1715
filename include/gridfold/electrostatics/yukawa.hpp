// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Yukawa's interaction.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/error.hpp>
#include <gridfold/math/exponential.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <numbers>

namespace gridfold::inline GRIDFOLD_ABI
{

/// q exp(-kappa r) / r: a charge screened by an electrolyte, in charge per length (e/Å). kappa is the inverse Debye
/// length [1/Å], zero or positive and representable in the sources' type; verbs throw `error` otherwise. Source: P.
/// Debye and E. Hückel, Physikalische Zeitschrift 24 (1923) 185.
template <class Rsqrt = rsqrt::approx, class Singularity = singularity::skip>
struct yukawa {
  static_assert(math::interaction_policies<Rsqrt, Singularity>::given);
  using accepts_packs = void;
  using proportional_to_charge = void;
  double kappa = 0;
  Singularity singularity{};

  template <class T>
  void check() const
  {
    if (kappa != 0 && !math::is_normal_in<T>(kappa))
      throw error({"the inverse screening length is ", kappa,
                   " (negative, or beyond the range of the sources' type): give zero or a positive length's inverse"});
  }

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const T softened2 = singularity.soften(r2);
    // Computes 2/r, whose Newton step has one multiplication less than that of 1/r; constants shared by all pairs are
    // halved instead.
    const T twice = Rsqrt::over_sqrt(S(2), softened2, item...);
    const S decay = static_cast<S>(-0.5 * kappa * std::numbers::log2e);
    return (S(0.5) * charge) * twice * exponential_base2(T(decay) * (softened2 * twice));
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
