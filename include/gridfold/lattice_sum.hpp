// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb lattice_sum: the sum of any interaction over all sources, at every point of a lattice. Its kernels are
/// kernel/sum/gather_sum.hpp, which runs by default (defaults/sums.hpp) and which launch/gather_sum.hpp launches, and
/// kernel/sum/scatter_sum.hpp.
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
#include <gridfold/kernel/sum/gather_sum.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/scatter_sum.hpp>
#include <gridfold/launch/gather_sum.hpp>
#include <gridfold/launch/infinities.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/launch/sum_arguments.hpp>
#include <gridfold/launch/sum_variants.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/atomic_view.hpp>
#include <iterator>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// lattice_sum supports every gather, and scatters with one-dimensional coarsening, plain accumulation and any input
/// but `shared`; neither reads `source_bins`. A gather with slices uses plain accumulation, and the number of slices
/// divides its block's rows of threads. With shared_tile a gather may have a ring of tiles (stages<2> or more). Axes:
/// decomposition, assignment, coarsening, input, stages, slices, block, accumulation.
template <>
struct verb_traits<verb::lattice_sum> : launch::sum_variants {
  template <class V>
  static constexpr bool gathers = V::decomposition::owns_outputs;
  /// Whether slices, if any, use plain accumulation and divide the rows of threads evenly.
  template <class V>
  static constexpr bool has_slices = V::slices::count == 1 || (gathers<V> && !V::accumulation::corrects_rounding &&
                                                               V::block::y % V::slices::count == 0);
  template <class V>
  static constexpr bool scatters =
      V::coarsening::y == 1 && !V::accumulation::corrects_rounding && (V::input::is_direct || V::input::read_by_host);
  /// Infinities are always gathered: a scatter's pass that adds them runs as a gather.
  template <class V>
  static constexpr bool is_one_to_one =
      gathers<V> ? policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening,
                                           V::block::y / V::slices::count>
                 : policy::deals_line<typename V::assignment, typename V::block, typename V::coarsening>&&
                       policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening>;

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!check_stages<Explain, V>()) {
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
      return policy::check_assignment<Explain, is_one_to_one<V>, V>() &&
             launch::check_source_memory<explain_memory, V, T, V::coarsening::items>();
    }
  }
  /// T: the type of the sources' numbers.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();
};

namespace detail
{

/// The points of a lattice, or of a part of one.
template <class T>
auto points_of(const lattice& where, double radius)
{
  return kernel::whole_axes_of<T>(where, radius);
}
template <class T>
auto points_of(const lattice_part& where, double radius)
{
  return kernel::axes_of<T>(where, radius);
}

/// Sets an output to the sum over all sources, or adds the sum to it, by atomic additions.
template <class V, class Executor, class T, class Out, class Interaction>
void scatter_sum(const Executor& on, cuda::std::span<const source<T>> sources, const lattice_part& where, Out out,
                 const Interaction& pair, bool add)
{
  if (!add) launch::zero<V>(on, where.shape, out);
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
template <class V, core::any_executor Executor, class Sources, class Out, class Interaction,
          core::lattice_or_part Where = lattice>
void lattice_sum(const Executor& on, const Sources& sources, const Where& where, Out out, const Interaction& pair)
{
  core::source_argument<Sources>::check();
  core::sum_element<core::element_of<core::target<Out>>>::check();
  using T = launch::source_number<Sources>;
  policy::variant_argument<verb::lattice_sum, V, T>::check();
  static_assert(radial_interaction<Interaction, T> || vector_interaction<Interaction, source<T>, T>,
                "gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or "
                "operator()(source, dx, dy, dz) const, for the host and the device): write one of the two");
  static_assert(core::has_three_extents<core::target<Out>>,
                "gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of "
                "rank 3, such as view_of(pointer, shape) or the view() of a field");
  where.check();
  math::check_interaction<T>(pair);
  const core::target<Out> to = core::target_of(out);
  launch::check_output(to.extent(2), to.extent(1), to.extent(0), where.shape);
  core::check_extents(to, "the output");
  on.require_access(to.data_handle(), "output values");
  const auto inputs = launch::readable_sources<typename V::input, T>(on, sources);
  if (core::adds<Out> && inputs.empty()) return;
  if constexpr (supports<verb::lattice_sum, V, T>) {
    const auto sum = [&](const auto& output, const auto& by, bool add) {
      using output_type = std::remove_cvref_t<decltype(output)>;
      if constexpr (!V::decomposition::owns_outputs && !launch::takes_charges<output_type>)
        detail::scatter_sum<V>(on, inputs, where, output, by, add);
      else
        launch::gather_sum<V>(on, inputs, detail::points_of<T>(where, math::radius_of(math::singularity_of(by))),
                              output, by, add);
    };
    const bool has_infinities = launch::set_infinities<V, core::adds<Out>>(on, where.shape, to, pair, sum);
    sum(to, pair, core::adds<Out> || has_infinities);
  }
}

/// lattice_sum by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, class Sources, class Out, class Interaction,
          core::lattice_or_part Where = lattice>
void lattice_sum(const Executor& on, const Sources& sources, const Where& where, Out out, const Interaction& pair)
{
  core::source_argument<Sources>::check();
  core::sum_element<core::element_of<core::target<Out>>>::check();
  using T = launch::source_number<Sources>;
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
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of lattice_sum (executor, sources, lattice, output, "
                "interaction): pass these five, in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
