// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb lattice_sum: the sum of any interaction over all sources, at every point of a lattice. Its kernels are
/// kernel/sum/gather_sum.hpp and kernel/sum/scatter_sum.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/add_to.hpp>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/defaults/sums.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/source_chunks.hpp>
#include <gridfold/kernel/elements/transform_in_place.hpp>
#include <gridfold/kernel/sum/gather_sum.hpp>
#include <gridfold/kernel/sum/infinite_points.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/scatter_sum.hpp>
#include <gridfold/kernel/sum/source_search.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/atomic_view.hpp>
#include <iterator>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Whether what a block of a sum keeps fits its memory: Parts sums a thread in registers; the sources in tiles in
/// shared memory, with what slices add up, or in a chunk in the launch's parameters, which leaves 512 bytes to views
/// and an interaction.
template <bool Explain, class V, class T, int Parts>
constexpr bool check_source_memory()
{
  if constexpr (!check_registers<Explain, V, sizeof(policy::running_sum<typename V::accumulation, T>) * Parts>()) {
    return false;
  } else if constexpr (V::input::template parameter_bytes<source<T>> + 512 > max_parameter_bytes) {
    static_assert(kernel_parameters<!Explain, V>::checked);
    return false;
  } else if constexpr (std::is_same_v<typename V::decomposition, gather>) {
    constexpr bool fits = sizeof(typename kernel::gather_storage<V, T, true, Parts>::type) <= max_shared_bytes;
    static_assert(!Explain || fits,
                  "gridfold: the tiles of sources are larger than the 227 KiB of shared memory that a block can have "
                  "(with what slices add up): give shared_tile fewer items, stages fewer tiles, or fewer slices");
    return fits;
  } else {
    return true;
  }
}

}  // namespace detail

/// lattice_sum supports every gather, and scatters with one-dimensional coarsening, plain accumulation and any input
/// but `shared`; neither reads `source_bins`. A gather with slices accumulates plainly, and its block has Y rows of
/// threads, a multiple of them. With shared_tile a gather may have a ring of tiles (stages<2> and more). Axes:
/// decomposition, assignment, coarsening, input, stages, slices, block, accumulation.
template <>
struct verb_traits<verb::lattice_sum> {
  template <class V>
  static constexpr bool uses_axes = uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::input,
                                              axis::stages, axis::slices, axis::block, axis::accumulation>;
  template <class V>
  static constexpr bool has_stages = V::input::takes_stages(V::stages::count);
  template <class V>
  static constexpr bool gathers = std::is_same_v<typename V::decomposition, gather>;
  /// Whether slices, if there are any, are added plainly and are equal rows of threads.
  template <class V>
  static constexpr bool has_slices = V::slices::count == 1 ||
                                     (gathers<V> && std::is_same_v<typename V::accumulation, plain> &&
                                      V::block::y % V::slices::count == 0);
  template <class V>
  static constexpr bool scatters = V::coarsening::y == 1 && std::is_same_v<typename V::accumulation, plain> &&
                                   (V::input::is_direct || V::input::read_by_host);
  /// A scatter that adds infinities gathers them.
  template <class V>
  static constexpr bool is_one_to_one =
      gathers<V> ? policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening,
                                           V::block::y / V::slices::count>
                 : policy::deals_line<typename V::assignment, typename V::block, typename V::coarsening>&&
                       policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening>;

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!has_stages<V>) {
      static_assert(!Explain,
                    "gridfold: a sum has no such stages (only tiles of sources in shared memory form a ring): give "
                    "shared_tile<...>, or leave stages out");
      return false;
    } else if constexpr (V::input::needs_cells || !has_slices<V> || !(gathers<V> || scatters<V>)) {
      static_assert(
          !Explain,
          "gridfold: lattice_sum has no such scatter (its threads own whole sources and add atomically) or slices "
          "(they are added plainly, of equal rows of threads): give a scatter coarsen<X>, plain accumulation and "
          "an input other than shared, or gather; give slices<N> a block<X, Y> with Y a multiple of N, and plain");
      return false;
    } else {
      constexpr bool explain_memory = Explain && is_one_to_one<V>;
      return detail::check_assignment<Explain, is_one_to_one<V>, V>() &&
             detail::check_source_memory<explain_memory, V, T, V::coarsening::items>();
    }
  }
  /// T: the type of the sources' numbers.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();
};

namespace detail
{

/// The most sources that one launch of a gather reads. Plain sums are split into launches that overlap (launch_order),
/// so that only the last one has a tail effect; their error bound does not depend on the split. Other accumulations are
/// not split for this.
template <class V, class Executor>
inline constexpr std::size_t most_gathered_sources =
    Executor::launches_overlap&& std::is_same_v<typename V::accumulation, plain> ? V::input::per_overlapping_launch
                                                                                 : V::input::per_launch;

/// Whether the host can read the sources of a gather. The host then searches for sources on points
/// (kernel/sum/source_search.hpp); otherwise each block searches.
template <class Input, class Executor>
concept reads_sources = Input::read_by_host || Executor::runs_on_host;

/// The lattice as an argument of gather_sum: with the result of the host's search for sources on points, if it can read
/// the sources.
template <class Space, class Executor, class T, bool IsPart>
auto for_gather(const Executor& /*on*/, const kernel::lattice_axes<T, IsPart>& axes,
                [[maybe_unused]] cuda::std::span<const source<T>> sources)
{
  if constexpr (reads_sources<Space, Executor>) {
    bool found = false;
    for (const source<T>& from : sources) found = found || kernel::is_near_point(axes, from);
    return kernel::host_searched_lattice<kernel::lattice_axes<T, IsPart>>{axes, found};
  } else {
    return kernel::block_searched_lattice<kernel::lattice_axes<T, IsPart>>{axes};
  }
}
/// Points of a list, unchanged.
template <class Space, class Executor, class Where, class Sources>
const Where& for_gather(const Executor& /*on*/, const Where& points, const Sources& /*sources*/)
{
  return points;
}

/// Sets or adds to an output that kernels can access, by launches of at most `most` sources.
template <class V, class Executor, class T, class Where, class To, class Interaction>
void gather_chunks(const Executor& on, cuda::std::span<const source<T>> sources, const Where& where, const To& to,
                   const Interaction& pair, bool add, std::size_t most)
{
  using input = typename V::input;
  exec::for_each_chunk(sources, most, [&](const auto& chunk, launch_order order) {
    const auto seen = input::parameter_of(exec::view_of(chunk));
    const auto& from = on.argument(seen, "sources", role::input);  // a reference: a constant chunk has up to 32 KB
    auto points = detail::for_gather<input>(on, where, chunk);
    using kernel_type =
        kernel::gather_sum<V, T, std::remove_cvref_t<decltype(from)>, decltype(points), To, Interaction>;
    on.run(kernel_type{from, points, to, pair, add, order}, kernel_type::grid(where.shape()));
    add = true;
  });
}

template <class V, class Executor, class T, class Where, class Out, class Interaction>
void gather_all(const Executor& on, cuda::std::span<const source<T>> sources, const Where& where, Out out,
                const Interaction& pair, bool add)
{
  const auto to = on.argument(out, "out", add ? role::update : role::output);
  std::size_t most = most_gathered_sources<V, Executor>;
  if constexpr (kernel::reads_all_sources<V>)
    if (math::makes_infinite(math::singularity_of(pair))) {
      most = V::input::per_launch;
      if (sources.size() > most)
        throw error({"points on sources become infinite, and there are ", sources.size(), " sources (one launch reads ",
                     most,
                     ", and an infinity has the sign of all charges on its point): give fewer sources, or "
                     "singularity::skip"});
    }
  detail::gather_chunks<V>(on, sources, where, to, pair, add, most);
}

/// Adds infinities to the points on sources, in one launch. Throws `error` if it cannot read all sources.
template <class V, class Executor, class T, class Where, class Points>
void gather_infinities(const Executor& on, cuda::std::span<const source<T>> sources, const Where& where,
                       const Points& points, const math::charge_on_point& charges)
{
  constexpr std::size_t most = V::input::per_launch;
  if (sources.size() > most)
    throw error({"points on sources become infinite, and ", sources.size(),
                 " sources are added to the output by input ", V::input::name().c_str(), " (one launch reads ", most,
                 ", and an infinity has the sign of all charges on its point): give input read_only, or omit add_to"});
  detail::gather_chunks<V>(on, sources, where, points, charges, false, most);
}

template <class V, class Executor, class Out, class Replacement>
void replace_all(const Executor& on, shape3 shape, Out out, role as, Replacement replacement)
{
  auto to = on.argument(out, "out", as);
  using kernel_type = kernel::transform_in_place<V, decltype(to), Replacement>;
  on.run(kernel_type{to, shape, replacement}, kernel_type::grid(shape));
}

/// Zeros, which a scatter adds to.
template <class V, class Executor, class Out>
void zero_all(const Executor& on, shape3 shape, Out out)
{
  using element = typename Out::value_type;
  detail::replace_all<V>(on, shape, out, role::output, kernel::to_value<element>{element(0)});
}

template <class V, class Executor, class T, class Out, class Interaction>
void scatter_all(const Executor& on, cuda::std::span<const source<T>> sources, const lattice_part& where, Out out,
                 const Interaction& pair, bool add)
{
  if (!add) detail::zero_all<V>(on, where.shape, out);
  if (sources.empty()) return;
  auto to = on.argument(view::atomic_view_of(out), "out", role::update);
  using input = typename V::input;
  const auto axes = kernel::axes_of<T>(where, math::radius_of(math::singularity_of(pair)));
  exec::for_each_chunk(sources, input::per_launch, [&](const auto& chunk, launch_order) {
    const auto seen = input::parameter_of(exec::view_of(chunk));
    const auto& from = on.argument(seen, "sources", role::input);
    using kernel_type = kernel::scatter_sum<V, T, std::remove_cvref_t<decltype(from)>, decltype(to), Interaction>;
    on.run(kernel_type{from, axes, to, pair}, kernel_type::grid(from.extent(0), where.shape));
  });
}

/// Sets the output to the sum over all sources, or adds the sum to it.
template <class V, class Executor, class T, class Where, class Out, class Interaction>
void sum_all(const Executor& on, cuda::std::span<const source<T>> sources, const Where& where, Out out,
             const Interaction& pair, bool add)
{
  const double radius = math::radius_of(math::singularity_of(pair));
  if constexpr (std::is_same_v<typename V::decomposition, scatter>)
    detail::scatter_all<V>(on, sources, where, out, pair, add);
  else if constexpr (std::is_same_v<Where, lattice>)
    detail::gather_all<V>(on, sources, kernel::whole_axes_of<T>(where, radius), out, pair, add);
  else
    detail::gather_all<V>(on, sources, kernel::axes_of<T>(where, radius), out, pair, add);
}

/// Throws `error` unless an output of these extents has one element per point.
inline void check_output(std::int64_t x, std::int64_t y, std::int64_t z, shape3 points)
{
  if (x != points.x || y != points.y || z != points.z)
    throw error({"the output's extents are ", z, " x ", y, " x ", x, " (z, y, x), the lattice's ", points.z, " x ",
                 points.y, " x ", points.x, " (every point needs an element): pass an output of the lattice's shape"});
}

/// Whether a variant's kernels set infinities themselves: those in which one thread reads all sources of a point.
template <class V>
inline constexpr bool sets_infinities =
    std::is_same_v<typename V::decomposition, gather>&& kernel::reads_all_sources<V>;

/// Calls sum(interaction, whether to add to the output). If singular points are infinite, and kernels do not make them
/// so, a pass over the charges on each point comes first; the sign of their sum selects +inf, -inf or 0. If the output
/// is only to be added to (Add), charges cannot be stored there: add_infinities(points, interaction) passes over all of
/// them in one launch.
template <class V, bool Add, class Executor, class Out, class Interaction, class Sum, class AddInfinities>
void sum_by_singularity(const Executor& on, shape3 shape, Out out, const Interaction& pair, Sum sum,
                        [[maybe_unused]] AddInfinities add_infinities)
{
  auto at_sources = math::singularity_of(pair);
  using singularity = decltype(at_sources);
  constexpr bool passes_over_charges = singularity::may_be_infinite && !sets_infinities<V>;
  const bool marked = passes_over_charges && math::makes_infinite(at_sources);
  if constexpr (passes_over_charges)
    if (marked) {
      const kernel::to_infinity<singularity> infinity{at_sources};
      const math::charge_on_point charges{{.radius = math::radius_of(at_sources)}};
      if constexpr (Add) {
        auto to = on.argument(out, "out", role::update);
        using points = kernel::infinite_points<decltype(to), singularity>;
        add_infinities(points{to, infinity}, charges);
      } else {
        sum(charges, false);
        detail::replace_all<V>(on, shape, out, role::update, infinity);
      }
    }
  sum(pair, Add || marked);
}

template <class Container>
using source_number = typename source_argument<Container>::number;

/// A span of the sources of a container. Throws `error` if the executor cannot read them by the input policy.
template <class Space, class T, class Executor, class Sources>
cuda::std::span<const source<T>> readable_sources(const Executor& on, const Sources& sources)
{
  reachable_container<Executor, const Sources>::check();
  const cuda::std::span<const source<T>> inputs(detail::pointer_to(sources), std::size(sources));
  if (!inputs.empty()) {
    if constexpr (Space::read_by_host)
      on.require_host_access(inputs.data(), "sources");
    else
      on.require_access(inputs.data(), "sources");
  }
  return inputs;
}

}  // namespace detail

/// Sets out(k, j, i) to the sum of an interaction over all sources at the lattice point (i, j, k), or adds the sum to
/// it.
///
/// \tparam V the variant, see verb_traits<verb::lattice_sum>
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param sources a contiguous container or span of `source<float>` or `source<double>` in memory that the executor can
///   read; with input `constant` in host memory, which is read before the call returns
/// \param where the lattice, or a part of one, in the unit of the sources' positions
/// \param out an mdspan of extents (shape.z, shape.y, shape.x), any layout, in memory that the executor can write; or
///   add_to of one
/// \param pair the interaction, see math/interaction.hpp
///
/// Sums are computed in the sources' type T with the error bound of V's accumulation (policy/accumulation.hpp); each
/// term also has the errors of the interaction and of the squared distance, whose coordinates are rounded to T once.
///
/// Throws `error` for an invalid lattice, an `out` of another shape or with an index type that cannot count it, memory
/// that the executor cannot access, failed launches, and an infinite sum (singularity::infinite) of more than 2^30
/// sources, or one that is added to `out` by input `constant` in more than one chunk. Source: direct Coulomb summation,
/// Kirk, Hwu and El Hajj, 4th ed., ch. 18.
template <class V, detail::any_executor Executor, class Sources, class Out, class Interaction,
          detail::lattice_or_part Where = lattice>
void lattice_sum(const Executor& on, const Sources& sources, const Where& where, Out out, const Interaction& pair)
{
  detail::source_argument<Sources>::check();
  detail::sum_element<detail::element_of<detail::target<Out>>>::check();
  using T = std::remove_cvref_t<detail::source_number<Sources>>;
  detail::variant_argument<verb::lattice_sum, V, T>::check();
  static_assert(radial_interaction<Interaction, T> || vector_interaction<Interaction, source<T>, T>,
                "gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or "
                "operator()(source, dx, dy, dz) const, for the host and the device): write one of the two");
  static_assert(detail::has_three_extents<detail::target<Out>>,
                "gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of "
                "rank 3, such as view_of(pointer, shape) or the view() of a field");
  where.check();
  math::check_interaction<T>(pair);
  const detail::target<Out> to = detail::target_of(out);
  detail::check_output(to.extent(2), to.extent(1), to.extent(0), where.shape);
  detail::check_extents(to, "the output");
  on.require_access(to.data_handle(), "output values");
  const auto inputs = detail::readable_sources<typename V::input, T>(on, sources);
  if (detail::adds<Out> && inputs.empty()) return;
  if constexpr (supports<verb::lattice_sum, V, T>)
    detail::sum_by_singularity<V, detail::adds<Out>>(
        on, where.shape, to, pair,
        [&](const auto& by, bool add) { detail::sum_all<V>(on, inputs, where, to, by, add); },
        [&](const auto& points, const auto& charges) {
          const auto axes = kernel::axes_of<T>(where, charges.singularity.radius);
          detail::gather_infinities<V>(on, inputs, axes, points, charges);
        });
}

/// lattice_sum by the executor's default variant (docs/use/defaults.md).
template <detail::any_executor Executor, class Sources, class Out, class Interaction,
          detail::lattice_or_part Where = lattice>
void lattice_sum(const Executor& on, const Sources& sources, const Where& where, Out out, const Interaction& pair)
{
  detail::source_argument<Sources>::check();
  detail::sum_element<detail::element_of<detail::target<Out>>>::check();
  using T = std::remove_cvref_t<detail::source_number<Sources>>;
  defaults::argument<Executor, verb::lattice_sum, T>::check();
  where.check();
  gridfold::with_default_variant<verb::lattice_sum, T>(
      on, defaults::size_of_sum(lattice_part(where).whole.shape, sources),
      [&]<class V>(const auto& executor) { gridfold::lattice_sum<V>(executor, sources, where, out, pair); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto lattice_sum(...)
{
  static_assert(detail::never<V...>,
                "gridfold: these are not the arguments of lattice_sum (executor, sources, lattice, output, "
                "interaction): pass these five, in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
