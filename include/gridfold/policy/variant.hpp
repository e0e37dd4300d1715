// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variant: one policy of every axis.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/accumulation.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/axis.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/policy/culling.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/exchange.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/policy/list.hpp>
#include <gridfold/policy/loading.hpp>
#include <gridfold/policy/planes.hpp>
#include <gridfold/policy/raster.hpp>
#include <gridfold/policy/slices.hpp>
#include <gridfold/policy/stages.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/policy/vectors.hpp>
#include <gridfold/policy/warp.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace policy
{

/// One policy of every axis, in fixed order; `variant` accepts them in any order.
template <class Decomposition, class Assignment, class Coarsening, class Vectors, class Input, class Exchange,
          class Tile, class Loading, class Stages, class Raster, class Slices, class Planes, class Culling, class Block,
          class Warp, class Accumulation>
struct full_variant {
  using decomposition = Decomposition;
  using assignment = Assignment;
  using coarsening = Coarsening;
  using vectors = Vectors;
  using input = Input;
  using exchange = Exchange;
  using tile = Tile;
  using loading = Loading;
  using stages = Stages;
  using raster = Raster;
  using slices = Slices;
  using planes = Planes;
  using culling = Culling;
  using block = Block;
  using warp = Warp;
  using accumulation = Accumulation;

  /// Maps a thread's item to an item of the block: the assignment, applied to vectors.
  using item_map = std::conditional_t<Vectors::width == 1, Assignment, vector_assignment<Assignment, Vectors::width>>;

  /// Names of policies joined by slashes, e.g. "gather/interleaved/8x4/global/32x4"; policies of the other axes
  /// follow where they are not the default.
  static constexpr fixed_text name()
  {
    return Decomposition::name() + "/" + Assignment::name() + "/" + Coarsening::name() + "/" + Input::name() + "/" +
           Block::name() + unless_default<Vectors, gridfold::vectors<1>>() +
           unless_default<Exchange, exchange_registers>() + unless_default<Tile, untiled>() +
           unless_default<Loading, corner_turning>() + unless_default<Stages, gridfold::stages<1>>() +
           unless_default<Raster, gridfold::raster<1>>() + unless_default<Slices, gridfold::slices<1>>() +
           unless_default<Planes, gridfold::planes<1>>() + unless_default<Culling, cull_by_block>() +
           unless_default<Warp, warp_by_rows>() + unless_default<Accumulation, plain>();
  }

 private:
  template <class Policy, class Default>
  static constexpr fixed_text unless_default()
  {
    if constexpr (std::is_same_v<Policy, Default>)
      return "";
    else
      return "/" + Policy::name();
  }
};

template <class V>
inline constexpr bool is_variant = false;
template <class... P>
inline constexpr bool is_variant<full_variant<P...>> = true;

}  // namespace policy

namespace detail
{

template <class P>
struct axis_of {
  using type = std::conditional_t<gridfold::assignment<P>, axis::assignment, void>;
};
template <class P>
concept states_axis = requires
{
  typename P::axis;
};
template <states_axis P>
struct axis_of<P> {
  using type = typename P::axis;
};

template <class P>
inline constexpr bool is_policy = !std::is_void_v<typename axis_of<P>::type>;

template <class P, class... All>
inline constexpr int policies_of_axis = (0 + ... +
                                         std::is_same_v<typename axis_of<P>::type, typename axis_of<All>::type>);

/// A policy of an axis. by_axis derives from one such class per policy; overload resolution then finds the policy of an
/// axis, which compiles faster than recursion.
template <class Axis, class P>
struct placed {
};
template <bool Valid, class... Policies>
struct by_axis {
};
template <class... Policies>
struct by_axis<true, Policies...> : placed<typename axis_of<Policies>::type, Policies>... {
};
template <class Axis, class Default, class P>
std::type_identity<P> policy_of(const placed<Axis, P>*);
template <class Axis, class Default>
std::type_identity<Default> policy_of(const void*);

/// Flattens a policy or a list of policies.
template <class P>
struct spliced {
  using type = list<P>;
};
template <class... P>
struct spliced<list<P...>> : policy::concatenate<typename spliced<P>::type...> {
};

template <class Policies>
struct variant_of;
template <class... Policies>
struct variant_of<list<Policies...>> {
  static_assert(
      (is_policy<Policies> && ...),
      "gridfold: a template argument of variant is no policy (it belongs to no axis; an assignment needs "
      "static constexpr int index(thread, item, threads, items) and static constexpr gridfold::fixed_text name()): see "
      "policy/axis.hpp for what there is");
  static_assert(((policies_of_axis<Policies, Policies...> == 1) && ...),
                "gridfold: a variant has two policies of one axis (such as gather and scatter, or global and shared): "
                "give one of them");
  static_assert(
      ((!std::is_same_v<typename axis_of<Policies>::type, axis::exchange> || exchange<Policies>)&&...),
      "gridfold: an exchange does not say how threads combine their results (it has no combination<Shape, Partial>, "
      "in_global or uses_dynamic_shared): give it these (policy/exchange.hpp)");
  static_assert(
      ((!std::is_same_v<typename axis_of<Policies>::type, axis::input> || memory_space<Policies>)&&...),
      "gridfold: an input is no memory space (it says how kernels read inputs that all threads of a block need): "
      "derive it from read_in_place<...>, give it a name(), and say what differs (policy/memory_space.hpp)");

  using policies =
      by_axis<(is_policy<Policies> && ...) && ((policies_of_axis<Policies, Policies...> == 1) && ...), Policies...>;
  template <class Axis, class Default>
  using on_axis = typename decltype(detail::policy_of<Axis, Default>(static_cast<const policies*>(nullptr)))::type;

  using type = policy::full_variant<
      on_axis<axis::decomposition, gather>, on_axis<axis::assignment, interleaved>,
      on_axis<axis::coarsening, coarsen<1>>, on_axis<axis::vectors, vectors<1>>, on_axis<axis::input, global>,
      on_axis<axis::exchange, exchange_registers>, on_axis<axis::tile, untiled>, on_axis<axis::loading, corner_turning>,
      on_axis<axis::stages, stages<1>>, on_axis<axis::raster, raster<1>>, on_axis<axis::slices, slices<1>>,
      on_axis<axis::planes, planes<1>>, on_axis<axis::culling, cull_by_block>, on_axis<axis::block, block<32, 4>>,
      on_axis<axis::warp, warp_by_rows>, on_axis<axis::accumulation, plain>>;
};

}  // namespace detail

namespace policy
{

/// A variant with another policy of an axis.
template <class V, class Axis, class P>
struct with_policy;
template <class... All, class Axis, class P>
struct with_policy<policy::full_variant<All...>, Axis, P> {
  using type =
      policy::full_variant<std::conditional_t<std::is_same_v<typename detail::axis_of<All>::type, Axis>, P, All>...>;
};

}  // namespace policy

namespace detail
{

/// Whether a policy belongs to one of these axes.
template <class P, class... Axes>
inline constexpr bool is_on = (std::is_same_v<typename axis_of<P>::type, Axes> || ...);

/// Whether each policy of a variant is the default one or belongs to one of these axes.
template <class V, class Default, class... Axes>
inline constexpr bool differs_only_on = false;
template <class... P, class... D, class... Axes>
inline constexpr bool differs_only_on<policy::full_variant<P...>, policy::full_variant<D...>, Axes...> =
    ((std::is_same_v<P, D> || is_on<P, Axes...>)&&...);

}  // namespace detail

/// One policy of every axis; a verb compiles one kernel for it. Arguments are policies or lists of policies in any
/// order, at most one per axis. Defaults: gather, interleaved, coarsen<1>, vectors<1>, global, exchange_registers,
/// untiled, corner_turning, stages<1>, raster<1>, slices<1>, planes<1>, cull_by_block, block<32, 4>, warp_by_rows,
/// plain.
template <class... Policies>
using variant = typename detail::variant_of<typename detail::spliced<list<Policies...>>::type>::type;

/// Whether a variant has the default policy on all axes except the given ones, so that a verb that uses these axes
/// ignores none of its policies.
template <class V, class... Axes>
inline constexpr bool uses_only = detail::differs_only_on<V, variant<>, Axes...>;

}  // namespace gridfold::inline GRIDFOLD_ABI
