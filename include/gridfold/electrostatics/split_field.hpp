// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The near part of a split interaction with its field, for sums at points and on lattices.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/electrostatics/split_polynomial.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/math/potential_and_field.hpp>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// S of a unit charge, and its field over r: minus the derivative of S with respect to r, divided by r. Both parts of
/// the field use the derivative of one polynomial P, so their sum is the interaction's field for any P.
///
/// Far: the smooth part, as in split_near, with field_over_r(1 / r, the whole interaction)
template <class T, class Far, class Rsqrt, class Singularity>
struct near_field {
  static_assert(sizeof(split_near<T, Far, Rsqrt, Singularity>) > 0);  // which refuses other policies
  template <class V>
  struct terms {
    V potential, field;
  };
  Far far_term;

  /// \param r2 a squared distance, or a pack of them; kernels of lattices also pass the number of the item
  template <class V>
  GRIDFOLD_HD terms<V> at(const V& r2, std::same_as<int> auto... item) const
  {
    const auto smooth = far_term.slope_within(r2);
    const V over_r = V(Rsqrt::over_sqrt(T(1), r2, item...)), whole = far_term.whole(over_r, r2);
    return {math::zero_from(r2, far_term.cutoff2, V(whole - smooth.value)),
            math::zero_from(r2, far_term.cutoff2, V(far_term.field_over_r(over_r, whole) + V(T(2)) * smooth.slope))};
  }
  /// The contribution of an omitted source on a point: minus its smooth part, which the mesh includes.
  [[nodiscard]] GRIDFOLD_HD T on_point() const { return -far_term.at_zero(); }
};

/// The near part with its field as an interaction of sums on a lattice. Its policies for points on sources are those of
/// split_near; the field omits such a source.
template <class T, class Far, class Rsqrt, class Singularity>
struct split_near_field : near_field<T, Far, Rsqrt, Singularity> {
  using accepts_packs = void;
  using gives_fields = void;
  double cutoff;
  Singularity singularity{};

  explicit split_near_field(const Far& rest, const Singularity& at_sources = {})
      : near_field<T, Far, Rsqrt, Singularity>{rest}, cutoff(rest.cutoff), singularity(at_sources)
  {
  }

  /// Kernels call it with an item number; careful_sum calls it without one, as split_near.
  template <class V, class S>
  GRIDFOLD_HD math::potential_and_field<V> operator()(T charge, const V& dx, S dy, S dz, S dyz2,
                                                      std::same_as<int> auto... item) const
  {
    const V r2 = dx * dx + V(dyz2);
    if constexpr (lane_count<V> == 1 && sizeof...(item) == 0)
      if (r2 == V(T(0)) && !math::makes_infinite(singularity))
        return {charge * this->on_point(), V(T(0)), V(T(0)), V(T(0))};
    const auto unit = this->at(r2, item...);
    const V by = V(charge) * unit.field;
    return {V(charge) * unit.potential, by * dx, by * V(dy), by * V(dz)};
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
