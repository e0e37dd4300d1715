// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interactions that end at a cutoff, made from other interactions. Each has a member `cutoff`, and is zero from that
/// distance on. A pair is within the cutoff if r2 < cutoff^2, both in the sources' type. The code has no branches.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/error.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>
#include <limits>
#include <nv/target>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// An interaction that ends at a distance, given by its member `cutoff`.
template <class Pair>
concept cut_interaction = requires(const Pair pair)
{
  {
    pair.cutoff
    } -> std::convertible_to<double>;
};

namespace math
{

/// Zero if x >= limit, else `value`; also `value` if x is NaN.
template <class T, class S>
GRIDFOLD_HD T zero_from(const T& x, S limit, const T& value)
{
  if constexpr (lane_count<T> == 1)
    return x >= limit ? T(0) : value;
  else
    return T(x.lane >= T(limit).lane ? T(S(0)).lane : value.lane);
}

/// Clamps x to [0, 1].
template <class T>
GRIDFOLD_HD T within_unit(const T& x)
{
  if constexpr (lane_count<T> == 1) {
    const T positive = x > T(0) ? x : T(0);
    return positive < T(1) ? positive : T(1);
  } else {
    const T zero(0), one(1), positive(x.lane > zero.lane ? x.lane : zero.lane);
    return T(positive.lane < one.lane ? positive.lane : one.lane);
  }
}
#ifdef __CUDACC__
/// On the device this becomes the saturation modifier of the preceding multiplication.
GRIDFOLD_HD float within_unit(float x)
{
  NV_IF_TARGET(NV_IS_DEVICE, (return __saturatef(x);), (return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;))
}
#endif

/// Throws `error` unless a cutoff is finite and not negative, and its square representable in T.
template <class T>
void check_cutoff(double cutoff)
{
  if (!(cutoff >= 0 && cutoff < std::numeric_limits<double>::infinity()))
    throw error({"the cutoff is ", cutoff, " (no distance): give zero or a positive, finite distance"});
  if (cutoff != 0 && !math::is_normal_in<T>(cutoff * cutoff))
    throw error({"the cutoff is ", cutoff,
                 " (its square is beyond the range of the sources' type): give another cutoff, or sources of double"});
}

/// The common base of adaptors. Refuses an interaction that cannot be called as pair(charge, r2).
template <class Interaction>
struct ends_at_cutoff {
  static_assert(radial_interaction<Interaction, float>,
                "gridfold: the interaction to be cut cannot be called as pair(charge, r2): give a radial one, or write "
                "one that is zero beyond its member `cutoff`");
  Interaction pair;
  double cutoff;
  std::remove_cvref_t<decltype(gridfold::math::singularity_of(std::declval<const Interaction&>()))> singularity;

  ends_at_cutoff(const Interaction& of, double distance)
      : pair(of), cutoff(distance), singularity(math::singularity_of(of))
  {
  }

  template <class T>
  void check() const
  {
    math::check_cutoff<T>(cutoff);
    math::check_interaction<T>(pair);
  }

 protected:
  /// The value of the whole interaction at r2: lane by lane for packs unless it accepts them.
  template <class S, class T, class... Item>
  GRIDFOLD_HD T whole(S charge, const T& r2, Item... item) const
  {
    if constexpr (sizeof...(Item) == 1 && lane_count<T> == 1 && tells_items_apart<Interaction, S, T>)
      return static_cast<T>(pair(charge, r2, item...));
    else if constexpr (lane_count<T> == 1 || math::packs_accepted<Interaction>)
      return static_cast<T>(pair(charge, r2));
    else
      return gridfold::map_lanes(r2, [&](S lane) { return static_cast<S>(pair(charge, lane)); });
  }
  /// The squared cutoff.
  template <class S>
  [[nodiscard]] GRIDFOLD_HD S cutoff2() const
  {
    return static_cast<S>(cutoff * cutoff);
  }
};

}  // namespace math

/// An interaction that is unchanged within a cutoff and zero beyond, with a step at the cutoff.
template <class Interaction>
struct cut : math::ends_at_cutoff<Interaction> {
  using accepts_packs = void;
  /// \param distance the cutoff, in the unit of the positions; no pair counts if it is 0. A verb throws `error` for a
  ///   negative or infinite cutoff.
  cut(const Interaction& of, double distance) : math::ends_at_cutoff<Interaction>(of, distance) {}

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const S end = this->template cutoff2<S>();
    // Selects before multiplying by the charge: the device fuses the multiplication with the addition, which saves one
    // operation.
    if constexpr (lane_count<T> == 1 && math::is_proportional_to_charge<Interaction>)
      return this->whole(r2 >= end ? S(0) : charge, r2, item...);
    else
      return math::zero_from(r2, end, this->whole(charge, r2, item...));
  }
};

/// An interaction minus its value at the cutoff, and zero beyond: continuous, but its slope has a step.
template <class Interaction>
struct shifted : math::ends_at_cutoff<Interaction> {
  using accepts_packs = void;
  double at_cutoff = 0;  ///< the value there per unit charge, if the interaction is proportional to the charge
  /// \param distance as for cut
  shifted(const Interaction& of, double distance) : math::ends_at_cutoff<Interaction>(of, distance)
  {
    if constexpr (has_factor) at_cutoff = static_cast<double>(of(1.0, distance * distance));
  }

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const S end = this->template cutoff2<S>();
    if constexpr (has_factor) {
      const T lifted = this->whole(S(1), r2, item...) - T(static_cast<S>(at_cutoff));
      return charge * math::zero_from(r2, end, lifted);
    } else {
      return math::zero_from(r2, end, T(this->whole(charge, r2, item...) - T(this->whole(charge, end))));
    }
  }

 private:
  /// Whether the interaction is proportional to the charge, so that the value at the cutoff is computed once instead of
  /// for each pair.
  static constexpr bool has_factor =
      math::is_proportional_to_charge<Interaction> && radial_interaction<Interaction, double>;
};

/// An interaction times t^2 (3 - 2t), where t falls from 1 at the distance `from` to 0 at the cutoff, linearly in r2:
/// value and slope are continuous. Source: B. R. Brooks et al., J. Comput. Chem. 4 (1983) 187 (CHARMM's switch).
template <class Interaction>
struct switched : math::ends_at_cutoff<Interaction> {
  using accepts_packs = void;
  double from, slope;
  /// \param begin the distance where it begins to differ from the whole interaction, from 0 to less than the cutoff
  switched(const Interaction& of, double begin, double distance)
      : math::ends_at_cutoff<Interaction>(of, distance), from(begin), slope(1 / (distance * distance - begin * begin))
  {
  }

  template <class T>
  void check() const
  {
    math::ends_at_cutoff<Interaction>::template check<T>();
    if (!(from >= 0 && from < this->cutoff))
      throw error({"the interaction is switched off from ", from, " to ", this->cutoff,
                   " (no interval): give a beginning from 0 to less than the cutoff"});
  }

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const S end = static_cast<S>(slope * this->cutoff * this->cutoff);
    const T t = math::within_unit(T(T(end) - T(static_cast<S>(slope)) * r2));
    return this->whole(charge, r2, item...) * (t * t * (T(S(3)) - T(S(2)) * t));
  }
};

/// An interaction times (1 - r2/cutoff^2)^2 within the cutoff, and zero beyond: value and slope are continuous. Applied
/// to Coulomb's interaction it is the short-range part in Parboil's benchmark CUTCP. Source: J. A. Stratton et al.,
/// Parboil, IMPACT-12-01, University of Illinois (2012).
template <class Interaction>
struct tapered : math::ends_at_cutoff<Interaction> {
  using accepts_packs = void;
  double slope;
  /// \param distance as for cut, but not 0
  tapered(const Interaction& of, double distance)
      : math::ends_at_cutoff<Interaction>(of, distance), slope(1 / (distance * distance))
  {
  }

  template <class T>
  void check() const
  {
    math::ends_at_cutoff<Interaction>::template check<T>();
    if (this->cutoff == 0)
      throw error("an interaction is tapered to a cutoff of 0 (nothing is left of it): give a positive distance");
  }

  template <class S, class T, std::same_as<int>... Item>
  GRIDFOLD_HD T operator()(S charge, const T& r2, Item... item) const
  {
    const T left = math::within_unit(T(T(S(1)) - T(static_cast<S>(slope)) * r2));
    return this->whole(charge, r2, item...) * (left * left);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
