// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb point_sum: the sum of any interaction over all sources, at points of a list. Its kernel is
/// kernel/sum/gather_sum.hpp, with points from kernel/sum/point_list.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/add_to.hpp>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/defaults/sums.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/sum/point_list.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/launch/gather_sum.hpp>
#include <gridfold/launch/infinities.hpp>
#include <gridfold/launch/sum_arguments.hpp>
#include <gridfold/launch/sum_variants.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/point_view.hpp>
#include <iterator>
#include <string>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// point_sum supports every one-dimensional gather but those from `source_bins`; slices<N> need block<X, N> and plain
/// accumulation. Rings of tiles and axes are those of lattice_sum.
template <>
struct verb_traits<verb::point_sum> : launch::sum_variants {
  /// Whether each point has one owner, or one per slice.
  template <class V>
  static constexpr bool has_owners = V::decomposition::owns_outputs&& V::coarsening::y == 1 &&
                                     V::block::y == V::slices::count &&
                                     (V::slices::count == 1 || !V::accumulation::corrects_rounding);
  template <class V>
  static constexpr bool is_one_to_one =
      policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening, 1>;

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!check_stages<Explain, V>()) {
      return false;
    } else if constexpr (V::input::needs_cells || !has_owners<V>) {
      static_assert(!Explain,
                    "gridfold: point_sum has no such variant (points are one-dimensional, and each has one owner): "
                    "give gather, coarsen<X> and block<X>, or slices<N> and block<X, N>");
      return false;
    } else {
      constexpr bool explain_memory = Explain && is_one_to_one<V>;
      return policy::check_assignment<Explain, is_one_to_one<V>, V>() &&
             launch::check_source_memory<explain_memory, V, T, V::coarsening::x + 1>();
    }
  }
  /// T: the type of the sources' numbers.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();
};

namespace detail
{

template <class Out>
struct point_output {
  static_assert(core::is_contiguous<core::target<Out>>,
                "gridfold: the output is no container or span of numbers (a list of points has one number per "
                "point): pass a vector, span or device_buffer of as many numbers as points");
  using element = core::element_in<core::target<Out>>;
};

}  // namespace detail

/// Sets out[n] to the sum of an interaction over all sources at point n, or adds the sum to it. Uses lattice_sum's
/// kernel; points share no dx, dy or dz, which costs 4 more operations per pair.
///
/// \tparam V the variant, see verb_traits<verb::point_sum>
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param sources, pair as for lattice_sum
/// \param points positions in the unit of the sources' positions, in memory that the executor can read. The sum is zero
///   at a point with an infinite coordinate, NaN at one with a NaN coordinate (docs/learn/questions.md).
/// \param out a contiguous container or span of one number per point, in memory that the executor can write; or add_to
///   of one
///
/// Throws `error` for an `out` of another size, memory that the executor cannot access, failed launches, and infinite
/// sums that lattice_sum cannot add either. Source: direct Coulomb summation, Kirk, Hwu and El Hajj, 4th ed., ch. 18.
template <class V, core::any_executor Executor, class Sources, class P, class Out, class Interaction>
void point_sum(const Executor& on, const Sources& sources, const positions<P, 3>& points, Out&& out,
               const Interaction& pair)
{
  core::source_argument<Sources>::check();
  core::sum_element<typename detail::point_output<Out>::element>::check();
  using T = launch::source_number<Sources>;
  policy::variant_argument<verb::point_sum, V, T>::check();
  static_assert(radial_interaction<Interaction, T> || vector_interaction<Interaction, source<T>, T>,
                "gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or "
                "operator()(source, dx, dy, dz) const, for the host and the device): write one of the two");
  math::check_interaction<T>(pair);
  auto& to = core::target_of(out);
  if (static_cast<std::int64_t>(std::size(to)) != points.size())
    throw error({"the output has ", std::size(to), " elements, and ", points.size(),
                 " points are given (every point needs one): pass an output of their number"});
  if (points.size() == 0) return;
  for (const auto& axis : points.along) on.require_access(axis.data(), "positions");
  on.require_access(core::pointer_to(to), "output values");
  const auto inputs = launch::readable_sources<typename V::input, T>(on, sources);
  if (core::adds<Out> && inputs.empty()) return;
  auto seen = kernel::points_at<typename V::input, std::int64_t>(on, points);
  const kernel::point_list<decltype(seen), T> where{seen, math::radius_of(math::singularity_of(pair))};
  const auto values = gridfold::view_of(core::pointer_to(to), where.shape());
  if constexpr (supports<verb::point_sum, V, T>) {
    const auto sum = [&](const auto& output, const auto& by, bool add) {
      launch::gather_sum<V>(on, inputs, where, output, by, add);
    };
    const bool has_infinities = launch::set_infinities<V, core::adds<Out>>(on, where.shape(), values, pair, sum);
    sum(values, pair, core::adds<Out> || has_infinities);
  }
}

/// point_sum by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, class Sources, class P, class Out, class Interaction>
void point_sum(const Executor& on, const Sources& sources, const positions<P, 3>& points, Out&& out,
               const Interaction& pair)
{
  core::source_argument<Sources>::check();
  core::sum_element<typename detail::point_output<Out>::element>::check();
  using T = launch::source_number<Sources>;
  defaults::argument<Executor, verb::point_sum, T>::check();
  gridfold::with_default_variant<verb::point_sum, T>(on, points.size(), [&]<class V>(const auto& executor) {
    gridfold::point_sum<V>(executor, sources, points, out, pair);
  });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto point_sum(...)
{
  static_assert(
      core::never<V...>,
      "gridfold: these are not the arguments of point_sum (executor, sources, positions of x, y and z, output, "
      "interaction): pass these five, in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
