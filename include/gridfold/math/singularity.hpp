// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Singularity policies of interactions, for points that lie on a source.
///
/// A source lies on a point if rounding may have caused their distance: less than 2 epsilon of the sources' type times
/// the point's largest coordinate, plus 8 epsilon of double times the lattice's largest coordinate (the point's for
/// points without a lattice); kernel/sum/on_point.hpp derives the bound. A singularity policy may set a larger radius.
/// The distance then counts as zero: the source contributes the interaction's value at zero or, if that is not finite
/// for a unit charge, the value of the singularity policy. Members of a singularity policy:
///   soften(r2)       the squared distance, or pack of squared distances, that the interaction is computed with
///   left_out(n)      called by kernels when n sources on a point are omitted
///   may_be_infinite  static constexpr bool: whether points on sources may become infinite
///   is_infinite()    whether they do; needed only if they may
///   made_infinite()  optional: called by kernels when a point becomes infinite
///   radius           optional: the minimum distance below which a source counts as lying on a point
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/error.hpp>
#include <gridfold/math/pack.hpp>
#include <nv/target>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace singularity
{

/// Adds to a counter, which must be accessible to the executor's kernels; does nothing if it is null.
GRIDFOLD_HD void add_to_count(unsigned long long* count, unsigned long long more)
{
  if (count == nullptr) return;
  NV_IF_TARGET(NV_IS_DEVICE, (atomicAdd(count, more);), (__atomic_fetch_add(count, more, __ATOMIC_RELAXED);))
}

/// Singularity policy: omits pairs whose source lies on the point.
struct skip {
  /// A counter to which the number of omitted pairs is added, or null. It must be accessible to the executor's kernels,
  /// and the caller zeroes it.
  unsigned long long* count = nullptr;
  /// A source closer to a point than this lies on it. Set it if coordinates were computed from larger ones, for example
  /// by moving them to a common centre, whose rounding the library cannot know.
  double radius = 0;

  static constexpr bool may_be_infinite = false;

  template <class T>
  GRIDFOLD_HD T soften(const T& r2) const
  {
    return r2;
  }
  GRIDFOLD_HD void left_out(int sources) const { add_to_count(count, static_cast<unsigned long long>(sources)); }
};

/// Singularity policy: a point on sources becomes infinite, with the sign of the sum of their charges; the sources
/// contribute nothing if that sum is zero. Scatters, and gathers of constant chunks, add up these charges in a first
/// pass. Finite values that overflow the number type become infinite too, but `count` counts only points on sources.
struct infinite {
  /// A counter to which the number of points made infinite is added, or null. It must be accessible to the executor's
  /// kernels, and the caller zeroes it.
  unsigned long long* count = nullptr;
  /// A source closer to a point than this lies on it, as in `skip`.
  double radius = 0;

  static constexpr bool may_be_infinite = true;
  [[nodiscard]] GRIDFOLD_HD bool is_infinite() const { return true; }

  template <class T>
  GRIDFOLD_HD T soften(const T& r2) const
  {
    return r2;
  }
  GRIDFOLD_HD void left_out(int /*sources*/) const {}
  GRIDFOLD_HD void made_infinite() const { add_to_count(count, 1); }
};

/// Singularity policy: adds delta^2 to every squared distance (Plummer softening), so that there is no singularity.
struct softened {
  /// \param delta the softening length, in the unit of positions, from 1e-15 to 1e15. Throws `error` otherwise.
  explicit softened(double delta) : delta2(delta * delta)
  {
    if (!(delta >= 1e-15 && delta <= 1e15))
      throw error({"the softening length is ", delta,
                   " (it must keep r2 + delta^2 away from zero): give a length from 1e-15 to 1e15"});
  }

  static constexpr bool may_be_infinite = false;

  template <class T>
  GRIDFOLD_HD T soften(const T& r2) const
  {
    return r2 + T(static_cast<typename lane_type<T>::type>(delta2));
  }
  GRIDFOLD_HD void left_out(int /*sources*/) const {}

  double delta2;
};

}  // namespace singularity

namespace math
{

/// Whether a policy makes points on sources infinite.
template <class Singularity>
GRIDFOLD_HD bool makes_infinite(const Singularity& at_sources)
{
  if constexpr (Singularity::may_be_infinite)
    return at_sources.is_infinite();
  else
    return false;
}

template <class Singularity>
concept states_radius = requires(const Singularity& at_sources)
{
  at_sources.radius;
};
template <class Singularity>
concept counts_infinities = requires(const Singularity& at_sources)
{
  at_sources.made_infinite();
};

/// Calls made_infinite() of a singularity policy that has it.
template <class Singularity>
GRIDFOLD_HD void count_infinity(const Singularity& at_sources)
{
  if constexpr (math::counts_infinities<Singularity>) at_sources.made_infinite();
}

/// The minimum on-point radius that a singularity policy sets, 0 if none.
template <class Singularity>
double radius_of(const Singularity& at_sources)
{
  if constexpr (math::states_radius<Singularity>)
    return at_sources.radius;
  else
    return 0;
}

}  // namespace math

}  // namespace gridfold::inline GRIDFOLD_ABI
