// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum at one point, term by term with every case told apart. The kernels add up blindly, at full speed; a sum that
/// comes out infinite or no number has met a source on its point, and is done again with this.
#pragma once

#include <gridfold/config.hpp>

#include <cuda/std/limits>
#include <gridfold/interaction.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/running_sum.hpp>

namespace gridfold
{

/// A careful running_sum at the point (x, y, z). A source on the point is the singularity policy's; one so far away
/// that its squared distance overflows T adds nothing.
template <class Accumulation, class T, class Interaction>
class resolved_sum {
 public:
  GRIDFOLD_HD resolved_sum(const Interaction& pair, T x, T y, T z) : pair_(pair), x_(x), y_(y), z_(z) {}

  template <class Source>
  GRIDFOLD_HD void add(const Source& from)
  {
    const T dx = x_ - from.x, dy = y_ - from.y, dz = z_ - from.z;
    const T dyz2 = dy * dy + dz * dz;
    const T r2 = gridfold::singularity_of(pair_).soften(dx * dx + dyz2);
    if (r2 < cuda::std::numeric_limits<T>::min()) {
      ++on_point_;
    } else if (is_finite(r2)) {
      others_.add(gridfold::pair_terms(pair_, from, dx, dy, dz, dyz2));
    }
  }

  [[nodiscard]] GRIDFOLD_HD auto value() const
  {
    if (on_point_ > 0) gridfold::singularity_of(pair_).left_out(on_point_);
    return others_.value();
  }

 private:
  const Interaction& pair_;
  T x_, y_, z_;
  int on_point_ = 0;
  running_sum<Accumulation, T> others_;
};

}  // namespace gridfold
