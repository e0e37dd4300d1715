// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb's interaction.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>

namespace gridfold
{

/// q / r: the potential of a point charge, in charge per length (e/Å). Its terms carry the relative error of Rsqrt.
/// Source: notes 003, "charge / sqrtf(dx*dx + dy2 + dz2)".
template <class Rsqrt = fast, class Singularity = leave_out>
struct coulomb {
  static_assert(detail::interaction_policies<Rsqrt, Singularity>::given);
  using accepts_packs = void;
  Singularity singularity{};

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    return Rsqrt::over_sqrt(charge, singularity.soften(r2), item...);
  }
};

}  // namespace gridfold
