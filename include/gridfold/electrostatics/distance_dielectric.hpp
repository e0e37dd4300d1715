// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb's interaction with a dielectric that grows with distance.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/error.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// q / (slope r^2): Coulomb's interaction with relative permittivity slope*r, in charge per length (e/Å). The slope is
/// in 1/Å; 4 is customary. Verbs throw `error` unless the slope is positive and its inverse representable in the
/// sources' type. Source: J. A. McCammon, P. G. Wolynes and M. Karplus, Biochemistry 18 (1979) 927.
template <class Rsqrt = rsqrt::approx, class Singularity = singularity::skip>
struct distance_dielectric {
  static_assert(math::interaction_policies<Rsqrt, Singularity>::given);
  using accepts_packs = void;
  using proportional_to_charge = void;
  double slope = 4;
  Singularity singularity{};

  template <class T>
  void check() const
  {
    if (!math::is_normal_in<T>(1 / slope))
      throw error({"the permittivity's slope is ", slope,
                   " (not positive, or its inverse is beyond the range of the sources' type): give a positive number"});
  }

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const T inverse = Rsqrt::over_sqrt(S(1), singularity.soften(r2), item...);
    return (charge * static_cast<S>(1 / slope)) * inverse * inverse;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
