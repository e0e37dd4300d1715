// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb's interaction.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// q / r: the potential of a point charge, in charge per length (e/Å). Terms have the relative error of Rsqrt. Source:
/// Kirk, Hwu and El Hajj, 4th ed., ch. 18.
template <class Rsqrt = rsqrt::approx, class Singularity = singularity::skip>
struct coulomb {
  static_assert(math::interaction_policies<Rsqrt, Singularity>::given);
  using accepts_packs = void;
  using proportional_to_charge = void;
  Singularity singularity{};

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    return Rsqrt::over_sqrt(charge, singularity.soften(r2), item...);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
