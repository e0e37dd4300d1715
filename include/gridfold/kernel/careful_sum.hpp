// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum at one point, term by term with every case told apart. The kernels add up blindly, at full speed; a point
/// that a source may lie on, or whose sum comes out infinite or NaN, is summed again with this.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/limits>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

/// A careful running_sum at a point. A source on it, closer than `on_point_r2` says, is at no distance: it adds what
/// the interaction has there, and where the interaction is singular it is the singularity policy's. A source so far
/// away that its squared distance overflows T adds nothing.
template <class Accumulation, class T, class Interaction>
class careful_sum {
 public:
  GRIDFOLD_HD careful_sum(const Interaction& pair, const packed3<T>& at, T on_point_r2)
      : pair_(pair), at_(at), on_point_r2_(on_point_r2)
  {
  }

  template <class Source>
  GRIDFOLD_HD void add(const Source& from)
  {
    const T dx = at_.x - from.x, dy = at_.y - from.y, dz = at_.z - from.z;
    const T dyz2 = dy * dy + dz * dz, r2 = dx * dx + dyz2;
    if (r2 < on_point_r2_)
      add_on_point(from);
    else if (is_finite(gridfold::singularity_of(pair_).soften(r2)))
      others_.add(gridfold::pair_terms(pair_, from, dx, dy, dz, dyz2));
  }

  [[nodiscard]] GRIDFOLD_HD auto value() const
  {
    if (on_point_ > 0) gridfold::singularity_of(pair_).left_out(on_point_);
    return others_.value();
  }

 private:
  /// By what a unit charge adds at no distance, the interaction's singularity is told from a large charge's overflow.
  template <class Source>
  GRIDFOLD_HD void add_on_point(const Source& from)
  {
    Source unit = from;
    unit.charge = T(1);
    if (is_finite(gridfold::pair_terms(pair_, unit, T(0), T(0), T(0), T(0))))
      others_.add(gridfold::pair_terms(pair_, from, T(0), T(0), T(0), T(0)));
    else
      ++on_point_;
  }

  const Interaction& pair_;
  packed3<T> at_;
  T on_point_r2_;
  int on_point_ = 0;
  running_sum<Accumulation, T> others_;
};

}  // namespace gridfold
