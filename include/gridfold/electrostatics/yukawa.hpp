// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Yukawa's interaction.
#pragma once

#include <concepts>
#include <gridfold/config.hpp>
#include <gridfold/interaction.hpp>
#include <gridfold/math/exponential.hpp>
#include <gridfold/math/rsqrt.hpp>

namespace gridfold
{

/// q exp(-kappa r) / r: a charge screened by an electrolyte, in charge per length (e/Å). kappa is the inverse Debye
/// length [1/Å]. Source: P. Debye and E. Hückel, Physikalische Zeitschrift 24 (1923) 185.
template <class Rsqrt = fast, class Singularity = leave_out>
struct yukawa {
  static_assert(detail::interaction_policies<Rsqrt, Singularity>::given);
  using accepts_packs = void;
  double kappa = 0;
  Singularity singularity{};

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const T softened2 = singularity.soften(r2);
    const T inverse = Rsqrt::over_sqrt(S(1), softened2, item...);
    return charge * inverse * exponential(T(static_cast<S>(-kappa)) * (softened2 * inverse));
  }
};

}  // namespace gridfold
