// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The near part of a split interaction with its field, for sums at points.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/electrostatics/split_polynomial.hpp>
#include <gridfold/math/cutoff.hpp>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// S of a unit charge, and its field over r: minus the derivative of S with respect to r, divided by r. Both parts of
/// the field use the derivative of one polynomial P, so their sum is the interaction's field for any P.
///
/// Far: the smooth part, as in split_near, with field_over_r(1 / r, the whole interaction)
template <class T, class Far, class Rsqrt, class Singularity>
struct near_field {
  static_assert(sizeof(split_near<T, Far, Rsqrt, Singularity>) > 0);  // which refuses other policies
  struct terms {
    T potential, field;
  };
  Far far_term;

  GRIDFOLD_HD terms at(T r2) const
  {
    const auto smooth = far_term.slope_within(r2);
    const T over_r = Rsqrt::over_sqrt(T(1), r2), whole = far_term.whole(over_r, r2);
    return {math::zero_from(r2, far_term.cutoff2, whole - smooth.value),
            math::zero_from(r2, far_term.cutoff2, far_term.field_over_r(over_r, whole) + T(2) * smooth.slope)};
  }
  /// The contribution of an omitted source on a point: minus its smooth part, which the mesh includes.
  [[nodiscard]] GRIDFOLD_HD T on_point() const { return -far_term.at_zero(); }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
