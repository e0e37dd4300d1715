// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interactions: the contribution of one source to one point.
///
/// An interaction is any callable `pair(charge, r2)` that returns the contribution of a source of that charge at
/// squared distance r2, or `pair(source, dx, dy, dz)` with the vector from source to point. It may also be callable as
/// `pair(charge, r2, item)`, with the number of the item among those that a thread computes together. Optional members:
///   accepts_packs   a type: r2 may be a `pack` of several items' squared distances (the host's SIMD lanes)
///   proportional_to_charge  a type: the contribution is the charge times a function of r2
///   gives_fields    a type: it is callable as pair(charge, dx, dy, dz, dy^2 + dz^2), also with the item, and returns a
///                   potential_and_field. dx may be a pack
///   singularity     the singularity policy; `singularity::skip{}` by default
///   check<T>()      throws `error` if its parameters cannot be represented in T; verbs call it first
///
/// Policies for points on sources are in math/singularity.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/error.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/math/potential_and_field.hpp>
#include <gridfold/math/singularity.hpp>
#include <limits>
#include <string>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

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

template <class Pair>
concept field_interaction = requires
{
  typename Pair::gives_fields;
};
/// What an interaction contributes to a point or to a pack of points, V.
template <class Pair, class V>
using terms_of = std::conditional_t<field_interaction<Pair>, potential_and_field<V>, V>;

/// An interaction that is 0 from a squared distance on and says so: `ends_at(r2)`, and `before_end(charge, r2, item)`,
/// the value at smaller ones. A thread then skips an addition instead of selecting a term, which saves an operation.
template <class Pair, class T>
concept ending_interaction = requires(const Pair pair, const T x)
{
  {
    pair.ends_at(x)
    } -> std::same_as<bool>;
  {
    pair.before_end(x, x, 0)
    } -> std::same_as<T>;
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

/// The singularity policy of an interaction.
template <class Pair>
GRIDFOLD_HD auto singularity_of(const Pair& pair)
{
  if constexpr (math::states_singularity<Pair>)
    return pair.singularity;
  else
    return singularity::skip{};
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
GRIDFOLD_HD terms_of<Pair, T> pair_terms(const Pair& pair, const Source& from, const T& dx, S dy, S dz, S dyz2,
                                         Item... item)
{
  using number = typename lane_type<T>::type;
  if constexpr (field_interaction<Pair>) {
    return pair(from.charge, dx, dy, dz, dyz2, item...);
  } else if constexpr (vector_interaction<Pair, Source, number>) {
    T terms;
    for (int l = 0; l < lane_count<T>; ++l)
      set_lane(terms, l,
               static_cast<number>(
                   pair(from, gridfold::get_lane(dx, l), gridfold::get_lane(dy, l), gridfold::get_lane(dz, l))));
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
