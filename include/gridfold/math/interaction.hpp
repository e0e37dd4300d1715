// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interactions: the contribution of one source to one point, and policies for points that lie on a source.
///
/// An interaction is any callable `pair(charge, r2)` that returns the contribution of a source of that charge at
/// squared distance r2, or `pair(source, dx, dy, dz)` with the vector from source to point. It may also be callable as
/// `pair(charge, r2, item)`, with the number of the item among those that a thread computes together. Optional members:
///   accepts_packs   a type: r2 may be a `pack` of several items' squared distances (the host's SIMD lanes)
///   proportional_to_charge  a type: the contribution is the charge times a function of r2
///   singularity     the singularity policy; `singularity::skip{}` by default
///   check<T>()      throws `error` if its parameters cannot be represented in T; verbs call it first
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

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/error.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/pack.hpp>
#include <limits>
#include <nv/target>
#include <string>

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

}  // namespace math

/// Whether I is callable as pair(charge, r2).
template <class Pair, class T>
concept radial_interaction = std::is_object_v<Pair> && requires(const Pair pair, T number)
{
  static_cast<T>(pair(number, number));
};

/// Whether I is callable as pair(source, dx, dy, dz).
template <class Pair, class Source, class T>
concept vector_interaction = requires(const Pair pair, const Source from, T number)
{
  static_cast<T>(pair(from, number, number, number));
};

namespace math
{

/// Whether I is callable as pair(charge, r2, item).
template <class Pair, class S, class T>
concept tells_items_apart = requires(const Pair pair, S charge, const T r2, int item)
{
  static_cast<T>(pair(charge, r2, item));
};

}  // namespace math

namespace math
{

template <class Pair>
concept states_singularity = requires(const Pair pair)
{
  pair.singularity;
};
template <class Pair, class T>
concept states_check = requires(const Pair pair)
{
  pair.template check<T>();
};
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
template <class Pair>
concept packs_accepted = requires
{
  typename Pair::accepts_packs;
};
template <class Pair>
concept is_proportional_to_charge = requires
{
  typename Pair::proportional_to_charge;
};

/// Whether a positive number is representable as a normal number of T.
template <class T>
bool is_normal_in(double x)
{
  using limits = cuda::std::numeric_limits<T>;
  return x >= static_cast<double>(limits::min()) && x <= static_cast<double>(limits::max());
}

}  // namespace math

namespace detail
{

template <class Rsqrt>
concept gives_roots = requires(float number)
{
  Rsqrt::over_sqrt(number, number);
};
template <class Singularity>
concept keeps_from_sources = requires(const Singularity& at_sources, float r2)
{
  at_sources.soften(r2);
};

}  // namespace detail

namespace math
{

/// Common base of the library's interactions: holds their policies.
template <class Rsqrt, class Singularity>
struct interaction_policies {
  static_assert(detail::gives_roots<Rsqrt>,
                "gridfold: the 1st policy of an interaction is no reciprocal square root (the singularity comes 2nd): "
                "put rsqrt::ieee, rsqrt::approx or rsqrt::mixed<Software, Of> there");
  static_assert(detail::keeps_from_sources<Singularity>,
                "gridfold: the 2nd policy of an interaction is no singularity policy (it says what holds at a point on "
                "a source): put singularity::skip, singularity::infinite or singularity::softened there");
  static constexpr bool given = true;
};

}  // namespace math

namespace math
{

/// The singularity policy of an interaction.
template <class Pair>
GRIDFOLD_HD auto singularity_of(const Pair& pair)
{
  if constexpr (math::states_singularity<Pair>)
    return pair.singularity;
  else
    return singularity::skip{};
}

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

/// Throws `error` unless an interaction's parameters are valid in T and its on-point radius is valid.
template <class T, class Pair>
void check_interaction(const Pair& pair)
{
  if constexpr (math::states_check<Pair, T>) pair.template check<T>();
  const double radius = gridfold::math::radius_of(gridfold::math::singularity_of(pair));
  if (!(radius >= 0 && radius < std::numeric_limits<double>::infinity()))
    throw error({"the radius in which a source lies on a point is ", radius,
                 " (no distance): give 0 for what rounding leaves, or a finite one"});
}

/// An interaction that sums the charges of sources on a point; it is 0 at any positive distance.
struct charge_on_point {
  gridfold::singularity::skip singularity;

  template <class T>
  GRIDFOLD_HD T operator()(T charge, T r2) const
  {
    return r2 < cuda::std::numeric_limits<T>::min() ? charge : T(0);
  }
};

/// The contribution of a source at dx, dy, dz, or at squared distance dx^2 + dyz2, to one point or to a pack of points.
/// Packs are passed whole if the interaction accepts them, else lane by lane. If dx is a pack, other arguments may be
/// scalars shared by its lanes.
template <class Pair, class Source, class T, class S, std::same_as<int>... Item>
GRIDFOLD_HD T pair_terms(const Pair& pair, const Source& from, const T& dx, S dy, S dz, S dyz2, Item... item)
{
  using number = typename lane_type<T>::type;
  if constexpr (vector_interaction<Pair, Source, number>) {
    T terms;
    for (int l = 0; l < lane_count<T>; ++l)
      set_lane(terms, l, static_cast<number>(pair(from, get_lane(dx, l), get_lane(dy, l), get_lane(dz, l))));
    return terms;
  } else if constexpr (sizeof...(Item) == 1 && lane_count<T> == 1 && tells_items_apart<Pair, S, T>)
    return static_cast<T>(pair(from.charge, dx * dx + T(dyz2), item...));
  else if constexpr (lane_count<T> == 1 || math::packs_accepted<Pair>)
    return static_cast<T>(pair(from.charge, dx * dx + T(dyz2)));
  else
    return map_lanes(dx * dx + T(dyz2), [&](number lane) { return static_cast<number>(pair(from.charge, lane)); });
}

}  // namespace math

}  // namespace gridfold::inline GRIDFOLD_ABI
