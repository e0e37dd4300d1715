// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb cutoff_sum: the sum of an interaction over the sources within a cutoff, at every point of a lattice. Its
/// kernels are, by V's input, kernel/cells/gather_culled.hpp for tiles, which runs by default (defaults/sums.hpp),
/// kernel/cells/gather_bins.hpp for source_bins and kernel/cells/gather_cells.hpp for direct reads; and
/// kernel/cells/scatter_cells.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/add_to.hpp>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/defaults/sums.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/cells/cell_sum.hpp>
#include <gridfold/kernel/cells/gather_bins.hpp>
#include <gridfold/kernel/cells/gather_culled.hpp>
#include <gridfold/kernel/cells/point_tile.hpp>
#include <gridfold/kernel/cells/scatter_cells.hpp>
#include <gridfold/launch/cut_lattice.hpp>
#include <gridfold/launch/gather_from_cells.hpp>
#include <gridfold/launch/infinities.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/launch/sum_arguments.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/culling.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/atomic_view.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// cutoff_sum gathers, with the rows of a block's threads divided among its planes, and scatters, with one source per
/// row of threads, one-dimensional coarsening and plain accumulation. Gathers read directly (`global`, `read_only`), by
/// tiles (`shared`) or from `source_bins` whose capacity divides the block's threads; scatters read directly. Gathers
/// cull by warp if the input has tiles and each warp has whole planes. Axes: decomposition, assignment, coarsening,
/// input, planes, culling, block, accumulation.
template <>
struct verb_traits<verb::cutoff_sum> {
  template <class V>
  static constexpr bool uses_axes = uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::input,
                                              axis::planes, axis::culling, axis::block, axis::accumulation>;
  template <class V>
  static constexpr bool culls_by_warp = V::culling::by_warp;
  /// Whether a gather supports an input: sources in global memory, in tiles, or in bins whose capacity divides the
  /// block's threads.
  template <class V>
  static constexpr bool reads_sources()
  {
    if constexpr (V::input::needs_cells)
      return V::block::threads % V::input::capacity == 0;
    else
      return V::input::is_direct || policy::tiled_input<typename V::input>;
  }
  template <class V>
  static constexpr bool gathers = V::block::y % V::planes::count == 0 && reads_sources<V>() &&
                                  (!culls_by_warp<V> || (policy::tiled_input<typename V::input> &&
                                                         kernel::point_tile<V>::has_planes_of_warps));
  template <class V>
  static constexpr bool scatters =
      uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::input, axis::block>&&
              V::coarsening::y == 1 &&
      V::input::is_direct;
  template <class V>
  static constexpr bool is_gather = V::decomposition::owns_outputs;
  /// Infinities are always gathered: a scatter's pass that adds them runs as a gather.
  template <class V>
  static constexpr bool is_one_to_one =
      policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening,
                              V::block::y / V::planes::count> &&
      (is_gather<V> || gridfold::is_one_to_one<typename V::assignment, V::block::y, V::coarsening::x>);

  /// Whether a tile has room for one source per thread, because a block may append one per thread at a time.
  template <class V>
  static constexpr bool has_room_for_threads()
  {
    if constexpr (policy::tiled_input<typename V::input>)
      return V::input::tile >= V::block::threads;
    else
      return true;
  }
  /// Whether a block's shared memory suffices; sources of a periodic box need most.
  template <class V, class T>
  static constexpr bool fits_memory()
  {
    if constexpr (V::input::needs_cells)
      return sizeof(kernel::gather_bins_storage<V, T, boundary::periodic>) <= max_shared_bytes;
    else if constexpr (policy::tiled_input<typename V::input>)
      return sizeof(kernel::gather_culled_storage<V, T, boundary::periodic>) <= max_shared_bytes;
    else
      return sizeof(kernel::point_marks<V>) <= max_shared_bytes;
  }

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!(is_gather<V> ? gathers<V> : scatters<V>)) {
      static_assert(
          !Explain,
          "gridfold: cutoff_sum has no such variant (a gather deals block<X, Y>'s rows to planes, a scatter gives each "
          "a source): give a gather input global, read_only, shared or source_bins whose capacity divides its threads, "
          "and planes that divide Y, to cull by warp input shared and a whole number of planes for each of a whole "
          "number of warps; give a scatter input global or read_only, coarsen<X> and plain accumulation");
      return false;
    } else if constexpr (!has_room_for_threads<V>()) {
      static_assert(!Explain,
                    "gridfold: a tile of sources has room for fewer than the threads of a block (each may add one at a "
                    "time): give shared_tile as many items, or more");
      return false;
    } else if constexpr (!policy::check_kept<Explain, typename V::input, source<T>>()) {
      return false;
    } else if constexpr (!fits_memory<V, T>()) {
      static_assert(!Explain,
                    "gridfold: the tiles of sources are larger than the 227 KiB of shared memory that a block can have "
                    "(cull_by_warp needs one for each warp): give shared_tile fewer items, or a smaller block or "
                    "coarsening factor");
      return false;
    } else if constexpr (!exec::check_registers<Explain, V, sizeof(kernel::lattice_tile<V, T, T>)>()) {
      return false;
    } else {
      return policy::check_assignment<Explain, is_one_to_one<V>, V>();
    }
  }
  /// T: the type of the sources' numbers.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();
};

namespace detail
{

template <class T>
inline constexpr bool is_cells_of_sources = false;
template <class T, class Boundary>
inline constexpr bool is_cells_of_sources<cells<source<T>, Boundary>> = true;

/// A cells object of any boundary: the second argument of cutoff_sum.
template <class Cells>
struct cells_argument {
  static_assert(is_cells_of_sources<Cells>,
                "gridfold: the sources are not sorted (a cut sum looks for those nearby): make_cells, sort_into_cells, "
                "then pass the cells() of the list, after the executor");
  using number = float;
  static constexpr void check() {}
};
template <class T, class Boundary>
struct cells_argument<cells<source<T>, Boundary>> {
  using number = T;
  static constexpr void check() {}
};

/// Sets an output to the sum over the sources within a cutoff, or adds the sum to it.
template <class V, class Executor, class T, class Boundary, class Out, class Interaction>
void scatter_from_cells(const Executor& on, const cells<source<T>, Boundary>& from, const lattice_part& where, Out out,
                        const Interaction& pair, double cutoff, bool add)
{
  const auto [axes, reach, per_spacing] = launch::cut_lattice_of<T>(where, from.box, pair, cutoff);
  if (!add) launch::zero<V>(on, where.shape, out);
  if (from.sorted.empty()) return;
  auto to = on.argument(view::atomic_view_of(out), "out", role::update);
  auto sources = launch::sorted_view<typename V::input>(on, from.sorted, "sources");
  using kernel_type = kernel::scatter_cells<V, T, Boundary, decltype(sources), decltype(to), Interaction>;
  on.run(kernel_type{sources, kernel::cell_axes<T, Boundary>(from.box), axes, to, pair,
                     static_cast<double>(reach.widened()), per_spacing},
         kernel_type::grid(sources.extent(0)));
}

}  // namespace detail

/// Sets out(k, j, i) to the sum of an interaction over the sources within the cutoff of lattice point (i, j, k), or
/// adds the sum to it (add_to). The time grows with the number of points times the average number of sources near a
/// point.
///
/// \tparam V the variant; see verb_traits<verb::cutoff_sum>. A block that gathers owns a tile of block::x * coarsen::x
///   by block::y * coarsen::y / planes by `planes` points, which should be about as long along each axis. One that
///   scatters owns block::y * coarsen::x sources: the block::x threads of a row add to neighbouring points, atomically,
///   in an order that may differ from run to run.
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param from sources sorted by sort_into_cells, in memory that the executor reads. Results do not depend on the
///   choice of cells; those of cells_around are fast. In a periodic box all images of a source within the cutoff count.
/// \param where the lattice, or a part of one, in the unit of the sources' positions
/// \param out an mdspan of extents (shape.z, shape.y, shape.x), any layout, in memory that the executor writes; or
///   add_to of one
/// \param pair an interaction that ends at its member `cutoff`: `cut`, `shifted`, `switched` or `tapered` of another
///   one, or your own, which must be zero from the cutoff on. A pair is within the cutoff if r2 < cutoff^2 as computed
///   in the sources' type T: if the distance equals the cutoff up to rounding, the pair may count or not. The
///   interaction's singularity policy applies to points on sources. The sum's error is that of lattice_sum.
/// Throws `error` as lattice_sum, for a cutoff that is negative or infinite, and for a lattice hundreds of periods away
/// from a periodic box. Source of the method: cutoff binning (Kirk, Hwu and El Hajj, Programming Massively Parallel
/// Processors, 4th ed., chapter 18).
template <class V, core::any_executor Executor, class Cells, class Out, class Interaction,
          core::lattice_or_part Where = lattice>
void cutoff_sum(const Executor& on, const Cells& from, const Where& where, Out out, const Interaction& pair)
{
  detail::cells_argument<Cells>::check();
  core::sum_element<core::element_of<core::target<Out>>>::check();
  using T = typename detail::cells_argument<Cells>::number;
  policy::variant_argument<verb::cutoff_sum, V, T>::check();
  static_assert(radial_interaction<Interaction, T> || vector_interaction<Interaction, source<T>, T>,
                "gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or "
                "operator()(source, dx, dy, dz) const, for the host and the device): write one of the two");
  static_assert(cut_interaction<Interaction>,
                "gridfold: the interaction has no end (it states no member `cutoff`): pass cut(interaction, distance), "
                "shifted, switched or tapered");
  static_assert(core::has_three_extents<core::target<Out>>,
                "gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of "
                "rank 3, such as view_of(pointer, shape) or the view() of a field");
  where.check();
  from.box.check();
  math::check_cutoff<T>(pair.cutoff);
  math::check_interaction<T>(pair);
  const core::target<Out> to = core::target_of(out);
  launch::check_output(to.extent(2), to.extent(1), to.extent(0), where.shape);
  core::check_extents(to, "the output");
  on.require_access(to.data_handle(), "output values");
  on.require_access(from.begin.data(), "cells");
  if (!from.sorted.empty()) on.require_access(from.sorted.data(), "sorted sources");
  if (core::adds<Out> && (from.sorted.empty() || pair.cutoff == 0)) return;
  if (pair.cutoff == 0) {  // no pairs at all
    launch::zero<V>(on, where.shape, to);
    return;
  }
  [[maybe_unused]] const auto distance = static_cast<double>(pair.cutoff);
  if constexpr (supports<verb::cutoff_sum, V, T>) {
    const auto sum = [&](const auto& output, const auto& by, bool add) {
      using output_type = std::remove_cvref_t<decltype(output)>;
      if constexpr (!V::decomposition::owns_outputs && !launch::takes_charges<output_type>)
        detail::scatter_from_cells<V>(on, from, where, output, by, distance, add);
      else
        launch::gather_from_cells<V>(on, from, where, launch::output_of(on, output, add), by, distance, add);
    };
    const bool has_infinities = launch::set_infinities<V, core::adds<Out>>(on, where.shape, to, pair, sum);
    sum(to, pair, core::adds<Out> || has_infinities);
  }
}

/// cutoff_sum by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, class Cells, class Out, class Interaction, core::lattice_or_part Where = lattice>
void cutoff_sum(const Executor& on, const Cells& from, const Where& where, Out out, const Interaction& pair)
{
  defaults::argument<Executor, verb::cutoff_sum>::check();
  detail::cells_argument<Cells>::check();
  using T = typename detail::cells_argument<Cells>::number;
  where.check();
  gridfold::with_default_variant<verb::cutoff_sum, T>(
      on, lattice_part(where).whole.shape.count(),
      [&]<class V>(const auto& executor) { gridfold::cutoff_sum<V>(executor, from, where, out, pair); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto cutoff_sum(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of cutoff_sum (executor, cells, lattice, output, interaction): "
                "pass these five, in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
