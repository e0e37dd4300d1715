// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb neighbors by testing all pairs of particles. Its kernels are kernel/neighbors/gather_neighbors.hpp and
/// kernel/neighbors/scatter_neighbors.hpp. Programs include neighbors.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/defaults/neighbors.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/neighbors/gather_neighbors.hpp>
#include <gridfold/kernel/neighbors/scatter_neighbors.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/atomic.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// neighbors supports gathers with input `global`, `read_only` or `shared`, and scatters with the first two, with
/// one-dimensional coarsening. Axes: decomposition, assignment, coarsening, input, block.
template <>
struct verb_traits<verb::neighbors> {
  template <class V>
  static constexpr bool uses_axes =
      uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::input, axis::block>;
  template <class V>
  static constexpr bool finds = V::coarsening::y == 1 &&
                                (V::input::is_direct ||
                                 (V::decomposition::owns_outputs && !V::input::read_by_host && !V::input::needs_cells &&
                                  policy::keeps<typename V::input, view::point<float, 3>>));
  template <class V, class T>
  static constexpr std::size_t shared_bytes = sizeof(typename V::input::template storage<view::point<T, 3>, 1>);

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!finds<V>) {
      static_assert(!Explain,
                    "gridfold: neighbors has no such variant (particles are one-dimensional, and a scatter shares no "
                    "tiles): give coarsen<X>, and input global, read_only or, to gather, shared");
      return false;
    } else if constexpr (shared_bytes<V, T> > max_shared_bytes) {
      static_assert(!Explain,
                    "gridfold: a tile of positions is larger than the 227 KiB of shared memory that a block can have "
                    "(each has three coordinates): give shared_tile fewer items");
      return false;
    } else if constexpr (!exec::check_registers<Explain, V, sizeof(kernel::owned_particles<V, T, 3>)>()) {
      return false;
    } else {
      return policy::check_assignment<
          Explain, policy::deals_line<typename V::assignment, typename V::block, typename V::coarsening>, V>();
    }
  }
  /// T: the type of the coordinates.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();
};

namespace detail
{

template <class V, class Pairs, class Executor, class T, int Dimensions, class Layout>
void gather_all_neighbors(const Executor& on, const positions<T, Dimensions>& from, T cutoff2,
                          const neighbor_list<Layout>& list)
{
  auto points = kernel::points_at<typename V::input, int>(on, from);
  auto counts = on.argument(core::counts_view(list.counts), "counts", role::output);
  auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel_type =
      kernel::gather_neighbors<V, Pairs, T, Dimensions, decltype(points), decltype(counts), decltype(indices)>;
  on.run(kernel_type{points, cutoff2, counts, indices}, kernel_type::grid(from.size()));
}

template <class V, class Pairs, class Executor, class T, int Dimensions, class Layout>
void scatter_all_neighbors(const Executor& on, const positions<T, Dimensions>& from, T cutoff2,
                           const neighbor_list<Layout>& list)
{
  const shape3 shape{from.size(), 1, 1};
  launch::zero<V>(on, shape, gridfold::view_of(list.counts.data(), shape), "counts");
  auto points = kernel::points_at<typename V::input, int>(on, from);
  auto counts = on.argument(core::counts_view<atomic_accessor<int>>(list.counts), "counts", role::update);
  auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel_type =
      kernel::scatter_neighbors<V, Pairs, T, Dimensions, decltype(points), decltype(counts), decltype(indices)>;
  on.run(kernel_type{points, cutoff2, counts, indices}, kernel_type::grid(from.size()));
}

}  // namespace detail

/// Finds the neighbours of every particle: all others whose squared distance is less than the squared cutoff, both
/// computed in the positions' type. list.counts[n] becomes the number of n's neighbours and list.indices(n, k) the k-th
/// of them, ascending for a gather and in unspecified order for a scatter. Every variant on every executor finds equal
/// sets. If a particle has more neighbours than the list's capacity, all are counted, but only the first `capacity`
/// found are written: see `check_capacity`. All pairs are tested: the time grows with size()^2.
///
/// \tparam V the variant, see verb_traits<verb::neighbors>: a gather tests each pair twice, without atomics; a scatter
///   tests each pair once
/// \tparam Pairs `pairs::twice`: every particle lists all its neighbours. `pairs::once`: only neighbours of larger
///   index.
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param from at most 2^30 particles, in memory that the executor can read. A particle with a NaN coordinate has no
///   neighbours.
/// \param cutoff a positive distance in the unit of the positions
/// \param list a list for this number of particles, in memory that the executor can write
///
/// Throws `error` for an invalid cutoff, a list of another size, memory that the executor cannot access, and failed
/// launches. Source: Fan, CUDA Programming, ch. 9.
template <class V, core::any_executor Executor, class T, int Dimensions, class Layout,
          core::pair_policy Pairs = pairs::twice>
void neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff,
               const neighbor_list<Layout>& list, Pairs = {})
{
  policy::variant_argument<verb::neighbors, V, T>::check();
  core::check_cutoff<T>(cutoff);
  core::check_rows(from.size(), list);
  if (from.size() == 0) return;
  for (const auto& axis : from.along) on.require_access(axis.data(), "positions");
  core::require_list_access(on, list);
  const T cutoff2 = static_cast<T>(cutoff) * static_cast<T>(cutoff);
  if constexpr (supports<verb::neighbors, V, T>) {
    if constexpr (V::decomposition::owns_outputs)
      detail::gather_all_neighbors<V, Pairs>(on, from, cutoff2, list);
    else
      detail::scatter_all_neighbors<V, Pairs>(on, from, cutoff2, list);
  }
}

/// neighbors by the executor's default variant (docs/use/defaults.md), a gather.
template <core::any_executor Executor, class T, int Dimensions, class Layout, core::pair_policy Pairs = pairs::twice>
void neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff,
               const neighbor_list<Layout>& list, Pairs which = {})
{
  defaults::argument<Executor, verb::neighbors>::check();
  gridfold::with_default_variant<verb::neighbors, T>(on, from.size(), [&]<class V>(const auto& executor) {
    gridfold::neighbors<V>(executor, from, cutoff, list, which);
  });
}

}  // namespace gridfold::inline GRIDFOLD_ABI
