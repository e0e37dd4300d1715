// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an interaction is, and what holds at a point on a source.
///
/// A source lies on a point if no more than rounding parts them: if their distance is less than 2 epsilon of the
/// sources' type times the point's largest coordinate, and 8 epsilon of double times the largest of the lattice, or of
/// the point where it is on none (kernel/on_point.hpp says why). A singularity policy may ask for more. The distance
/// then counts as zero: the source adds what the interaction has there, or is the singularity policy's if a unit charge
/// has no finite value there.
///
/// An interaction is any callable `pair(charge, r2)` that gives what a source of that charge adds to a point at the
/// squared distance r2, or `pair(source, dx, dy, dz)` where it needs the vector from source to point. It may be
/// callable as `pair(charge, r2, item)` too, with the number of one of the items that a thread computes together. It
/// may have
///   accepts_packs   a type: r2 may be a `pack` of several items' squared distances (the host's SIMD lanes)
///   singularity     a member: the singularity policy; without one it is `leave_out{}`
///   check<T>()      a member: throws `error` if its parameters cannot be computed with in T. Verbs call it first.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cuda/atomic>
#include <cuda/std/limits>
#include <gridfold/core/error.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/pack.hpp>
#include <limits>
#include <string>

namespace gridfold
{

/// Adds to a counter in memory that the executor writes, if there is one.
GRIDFOLD_HD void add_to_count(unsigned long long* count, unsigned long long more)
{
  if (count != nullptr)
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(*count).fetch_add(more,
                                                                                      cuda::std::memory_order_relaxed);
}

/// Singularity policy: a pair whose source lies on the point is left out, and counted where a counter is given.
struct leave_out {
  /// Where to add the number of pairs left out, in memory that the executor writes, or null. The caller zeroes it.
  unsigned long long* count = nullptr;
  /// The radius in which a source lies on a point, at least: larger than rounding leaves by itself where coordinates
  /// were computed from larger ones, such as by moving them to a common centre.
  double radius = 0;

  static constexpr bool may_be_infinite = false;

  template <class T>
  GRIDFOLD_HD T soften(const T& r2) const
  {
    return r2;
  }
  GRIDFOLD_HD void left_out(int sources) const { add_to_count(count, static_cast<unsigned long long>(sources)); }
};

/// Singularity policy: a point on a source is infinite, with the sign of the net charge there; no net charge, no
/// contribution. The net charges take a pass of their own over all pairs, before the sum. A value beyond the number
/// type's range is infinite too; `count` tells how many points are so by this policy.
struct infinite {
  /// Where to add the number of points made infinite, in memory that the executor writes, or null. The caller zeroes
  /// it.
  unsigned long long* count = nullptr;
  /// As leave_out's.
  double radius = 0;

  static constexpr bool may_be_infinite = true;
  [[nodiscard]] bool is_infinite() const { return true; }

  template <class T>
  GRIDFOLD_HD T soften(const T& r2) const
  {
    return r2;
  }
  GRIDFOLD_HD void left_out(int /*sources*/) const {}
  GRIDFOLD_HD void made_infinite() const { add_to_count(count, 1); }
};

/// Singularity policy: every squared distance grows by delta^2 (Plummer softening), so there is no singularity.
struct softened {
  /// \param delta the softening length, in the unit of positions, from 1e-15 to 1e15. Throws `error` else.
  explicit softened(double delta) : delta2(delta * delta)
  {
    if (!(delta >= 1e-15 && delta <= 1e15))
      throw error("the softening length is " + detail::text_of(delta) +
                  " (it must keep r2 + delta^2 away from zero): give a length from 1e-15 to 1e15");
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

/// Whether a point on a source is to be infinite.
template <class Singularity>
bool makes_infinite(const Singularity& at_sources)
{
  if constexpr (Singularity::may_be_infinite)
    return at_sources.is_infinite();
  else
    return false;
}

/// Callable as pair(charge, r2).
template <class I, class T>
concept radial_interaction = std::is_object_v<I> && requires(const I pair, T number)
{
  static_cast<T>(pair(number, number));
};

/// Callable as pair(source, dx, dy, dz).
template <class I, class Source, class T>
concept vector_interaction = requires(const I pair, const Source from, T number)
{
  static_cast<T>(pair(from, number, number, number));
};

/// Callable as pair(charge, r2, item) too.
template <class I, class S, class T>
concept tells_items_apart = requires(const I pair, S charge, const T r2, int item)
{
  static_cast<T>(pair(charge, r2, item));
};

namespace detail
{

template <class I>
concept states_singularity = requires(const I pair)
{
  pair.singularity;
};
template <class I>
concept packs_accepted = requires
{
  typename I::accepts_packs;
};

/// Whether a positive number is a normal number of T, neither rounded to zero nor to infinity.
template <class T>
bool is_normal_in(double x)
{
  using limits = cuda::std::numeric_limits<T>;
  return x >= static_cast<double>(limits::min()) && x <= static_cast<double>(limits::max());
}

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

/// The policies of an interaction of the library.
template <class Rsqrt, class Singularity>
struct interaction_policies {
  static_assert(gives_roots<Rsqrt>,
                "gridfold: the 1st policy of an interaction is no reciprocal square root (the singularity comes 2nd): "
                "put exact, fast or mixed<Software, Of> there");
  static_assert(keeps_from_sources<Singularity>,
                "gridfold: the 2nd policy of an interaction is no singularity policy (it says what holds at a point on "
                "a source): put leave_out, infinite or softened there");
  static constexpr bool given = true;
};

}  // namespace detail

/// The singularity policy of an interaction.
template <class I>
GRIDFOLD_HD auto singularity_of(const I& pair)
{
  if constexpr (detail::states_singularity<I>)
    return pair.singularity;
  else
    return leave_out{};
}

/// The radius in which a source lies on a point, at least, that a singularity policy asks for.
template <class Singularity>
double radius_of(const Singularity& at_sources)
{
  if constexpr (requires { at_sources.radius; })
    return at_sources.radius;
  else
    return 0;
}

/// Throws `error` unless an interaction can be computed in T, and its sources can lie on points.
template <class T, class I>
void check_interaction(const I& pair)
{
  if constexpr (requires { pair.template check<T>(); }) pair.template check<T>();
  const double radius = gridfold::radius_of(gridfold::singularity_of(pair));
  if (!(radius >= 0 && radius < std::numeric_limits<double>::infinity()))
    throw error("the radius in which a source lies on a point is " + detail::text_of(radius) +
                " (no distance): give 0 for what rounding leaves, or a finite one");
}

/// An interaction that adds up the charges on a point.
struct charge_on_point {
  leave_out singularity;

  template <class T>
  GRIDFOLD_HD T operator()(T charge, T r2) const
  {
    return r2 < cuda::std::numeric_limits<T>::min() ? charge : T(0);
  }
};

/// What a source adds to points at dx, dy, dz from it, or at the squared distance dx^2 + dyz2: scalars, or packs lane
/// by lane unless the interaction accepts them whole. Where dx is a pack, the others may be what its lanes share.
template <class I, class Source, class T, class S, std::same_as<int>... Item>
GRIDFOLD_HD T pair_terms(const I& pair, const Source& from, const T& dx, S dy, S dz, S dyz2, Item... item)
{
  using number = typename lane_type<T>::type;
  if constexpr (vector_interaction<I, Source, number>) {
    T terms;
    for (int l = 0; l < lane_count<T>; ++l)
      set_lane(terms, l, static_cast<number>(pair(from, get_lane(dx, l), get_lane(dy, l), get_lane(dz, l))));
    return terms;
  } else if constexpr (sizeof...(Item) == 1 && lane_count<T> == 1 && tells_items_apart<I, S, T>)
    return static_cast<T>(pair(from.charge, dx * dx + T(dyz2), item...));
  else if constexpr (lane_count<T> == 1 || detail::packs_accepted<I>)
    return static_cast<T>(pair(from.charge, dx * dx + T(dyz2)));
  else
    return map_lanes(dx * dx + T(dyz2), [&](number lane) { return static_cast<number>(pair(from.charge, lane)); });
}

}  // namespace gridfold
