// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum at one point, term by term, with the cases of a source on the point and of overflow. Kernels first compute
/// sums without these cases. They compute a sum again by careful_sum if it is infinite or NaN, or if a source may lie
/// on the point.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/limits>
#include <gridfold/kernel/sum/infinite_points.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A running_sum for one point. A source closer than `on_point_r2` allows lies on the point: it contributes the
/// interaction's value at zero or, if that is singular, the value of the singularity policy. A source whose squared
/// distance overflows T contributes nothing; one whose distance is NaN makes the sum NaN.
///
/// \tparam OfAll whether all sources are added, so that infinities have the sign of all charges on the point; otherwise
///   infinities are left out
template <class Accumulation, class T, class Interaction, bool OfAll = false>
class careful_sum {
 public:
  GRIDFOLD_HD careful_sum(const Interaction& pair, const packed3<T>& at, T on_point_r2)
      : pair_(pair), at_(at), on_point_r2_(on_point_r2)
  {
  }

  template <class Source>
  GRIDFOLD_HD void add(const Source& from)
  {
    using math::is_nan;
    const T dx = at_.x - from.x, dy = at_.y - from.y, dz = at_.z - from.z;
    const T dyz2 = dy * dy + dz * dz, r2 = dx * dx + dyz2;
    if (r2 < on_point_r2_)
      add_on_point(from);
    else if (is_nan(r2))
      others_.add(terms(r2));
    else if (is_finite(math::singularity_of(pair_).soften(r2)))
      others_.add(math::pair_terms(pair_, from, dx, dy, dz, dyz2));
  }

  [[nodiscard]] GRIDFOLD_HD auto value() const
  {
    const auto at_sources = math::singularity_of(pair_);
    auto sum = others_.value();
    if (on_point_ > 0) at_sources.left_out(on_point_);
    if constexpr (OfAll)
      if (on_point_ > 0 && math::makes_infinite(at_sources))
        sum += to_infinity<decltype(at_sources)>{at_sources}(on_point_charge_.value());
    return sum;
  }

 private:
  /// Tests a unit charge at distance zero, to distinguish a singularity from the overflow of a large charge.
  template <class Source>
  GRIDFOLD_HD void add_on_point(const Source& from)
  {
    Source unit = from;
    unit.charge = T(1);
    if (is_finite(math::pair_terms(pair_, unit, T(0), T(0), T(0), T(0))))
      others_.add(math::pair_terms(pair_, from, T(0), T(0), T(0), T(0)));
    else {
      ++on_point_;
      if constexpr (OfAll) on_point_charge_.add(from.charge);
    }
  }

  using terms = math::terms_of<Interaction, T>;

  const Interaction& pair_;
  packed3<T> at_;
  T on_point_r2_;
  int on_point_ = 0;
  policy::running_sum<Accumulation, terms> others_;
  policy::running_sum<Accumulation, T> on_point_charge_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
