// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb neighbors: which particles are nearer to each other than a cutoff.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/policy/defaults.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/kernel/gather_neighbors.hpp>
#include <gridfold/kernel/transform_in_place.hpp>
#include <gridfold/kernel/scatter_neighbors.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/kernel/points_at.hpp>
#include <gridfold/view/point_view.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace gridfold
{

/// neighbors has kernels for gathers that read from `global`, `read_only` or `shared` and for scatters from the first
/// two, both with a one-dimensional coarsening. Axes: decomposition, assignment, coarsening, input, block.
template <>
struct verb_traits<verb::neighbors> {
  template <class V>
  static constexpr bool uses_axes =
      has_defaults<V, axis::vectors, axis::exchange, axis::tile, axis::loading, axis::accumulation>;
  template <class V>
  static constexpr bool has_kernel = V::coarsening::y == 1 && (direct_input<typename V::input> ||
                                                               (is_shared<typename V::input> &&
                                                                std::is_same_v<typename V::decomposition, gather>));
};

namespace detail
{

/// Particles at most, so that an index, and a little more, fits an int.
inline constexpr std::int64_t most_particles = std::int64_t{1} << 30;

template <class Accessor>
auto counts_view(cuda::std::span<int> counts)
{
  return cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right, Accessor>(
      counts.data(), static_cast<int>(counts.size()));
}

template <class V, class Executor, class T, int Dimensions, class Layout>
void gather_all_neighbors(const Executor& on, const positions<T, Dimensions>& from, T cutoff2,
                          const neighbor_list<Layout>& list)
{
  const auto points = points_at<typename V::input, int>(on, from);
  const auto counts = on.argument(counts_view<cuda::std::default_accessor<int>>(list.counts), "counts", role::output);
  const auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel = gather_neighbors<V, T, Dimensions, std::remove_const_t<decltype(points)>,
                                  std::remove_const_t<decltype(counts)>, std::remove_const_t<decltype(indices)>>;
  on.run(kernel{points, cutoff2, counts, indices}, kernel::grid(from.size()));
}

template <class V, class Executor, class T, int Dimensions, class Layout>
void scatter_all_neighbors(const Executor& on, const positions<T, Dimensions>& from, T cutoff2,
                           const neighbor_list<Layout>& list)
{
  const shape3 shape{from.size(), 1, 1};
  const auto empty = on.argument(view_of(list.counts.data(), shape), "counts", role::output);
  using zeros = transform_in_place<V, std::remove_const_t<decltype(empty)>, to_value<int>>;
  on.run(zeros{empty, shape, {0}}, zeros::grid(shape));
  const auto points = points_at<typename V::input, int>(on, from);
  const auto counts = on.argument(counts_view<atomic_accessor<int>>(list.counts), "counts", role::update);
  const auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel = scatter_neighbors<V, T, Dimensions, std::remove_const_t<decltype(points)>,
                                   std::remove_const_t<decltype(counts)>, std::remove_const_t<decltype(indices)>>;
  on.run(kernel{points, cutoff2, counts, indices}, kernel::grid(from.size()));
}

inline void check_particles(std::int64_t particles)
{
  if (particles > most_particles)
    throw error(std::to_string(particles) + " particles are more than 2^30 (an index must fit an int): give fewer");
}

template <class Layout>
void check_list(std::int64_t particles, double cutoff, const neighbor_list<Layout>& list)
{
  if (!(cutoff > 0)) throw error("the cutoff is " + text_of(cutoff) + " (no pair is nearer): give a positive distance");
  check_particles(particles);
  if (static_cast<std::int64_t>(list.counts.size()) != particles || list.indices.extent(0) != particles)
    throw error("the list has room for the neighbours of " + std::to_string(list.counts.size()) + " particles, and " +
                std::to_string(particles) + " are given (each needs a count and a row): pass a list of their number");
  check_extents(list.indices, "the list's indices");
}

}  // namespace detail

/// Finds the neighbours of every particle: all others whose squared distance is less than the squared cutoff, both
/// computed in the positions' type. list.counts[n] becomes the number of n's neighbours and list.indices(n, k) the k-th
/// of them, ascending for a gather and in no particular order for a scatter; as sets they are the same for every
/// variant and executor. A particle with more neighbours than the list has room for is counted in full, and as many are
/// written as fit: see `check_capacity`. All pairs are tried, which takes a time proportional to size()^2.
///
/// \tparam V the variant: gather tries all pairs twice and needs no atomics, scatter once; see
/// verb_traits<verb::neighbors> \param on the executor. On `device` the call is asynchronous on its stream, allocates
/// nothing and does not
///   synchronise.
/// \param from at most 2^30 particles, in memory that the executor reads. A coordinate that is no number is nowhere.
/// \param cutoff a positive distance in the unit of the positions
/// \param list in memory that the executor writes, for as many particles
/// Throws `error` for a cutoff out of order, a list of another size, memory that the executor cannot reach, and
/// launches that fail. Source: notes 004.
template <class V, class Executor, class T, int Dimensions, class Layout>
void neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff,
               const neighbor_list<Layout>& list)
{
  detail::executor_argument<Executor>::check();
  detail::variant_argument<verb::neighbors, V>::check();
  static_assert(supports<verb::neighbors, V>,
                "gridfold: neighbors has no such variant (particles are one-dimensional, and a scatter shares no "
                "tiles): give coarsen<X>, and input global, read_only or, to gather, shared");
  detail::check_list(from.size(), cutoff, list);
  if (from.size() == 0) return;
  for (const auto& axis : from.along) on.require_access(axis.data(), "positions");
  on.require_access(list.counts.data(), "list's counts");
  if (list.indices.extent(1) > 0) on.require_access(list.indices.data_handle(), "list's indices");
  const T cutoff2 = static_cast<T>(cutoff) * static_cast<T>(cutoff);
  if constexpr (std::is_same_v<typename V::decomposition, gather>)
    detail::gather_all_neighbors<V>(on, from, cutoff2, list);
  else
    detail::scatter_all_neighbors<V>(on, from, cutoff2, list);
}

/// The neighbours of particles in host memory, found on the CPU, however many they are: counts them first. Throws
/// `error` as above.
template <class V, class T, int Dimensions>
neighbor_table neighbors(const host& on, const positions<T, Dimensions>& from, double cutoff)
{
  detail::check_particles(from.size());
  std::vector<int> counts(static_cast<std::size_t>(from.size()));
  neighbors<V>(on, from, cutoff, neighbor_list<>(counts.data(), nullptr, from.size(), 0));
  const int capacity = needed_capacity(counts);
  neighbor_table table(std::move(counts), capacity);
  neighbors<V>(on, from, cutoff, table.list());
  return table;
}

#ifdef __CUDACC__
/// The same on the GPU: allocates there, copies, waits for the stream and returns the neighbours in host memory.
template <class V, class T, int Dimensions>
neighbor_table neighbors(const device& on, const positions<T, Dimensions>& from, double cutoff)
{
  detail::check_particles(from.size());
  const auto particles = static_cast<std::size_t>(from.size());
  std::vector<device_buffer<T>> coordinates;
  positions<T, Dimensions> there = from;
  for (int d = 0; d < Dimensions; ++d) {
    coordinates.emplace_back(particles, on.stream).copy_from(from.along[d].data());
    there.along[d] = coordinates.back().span();
  }
  device_buffer<int> counts(particles, on.stream);
  neighbors<V>(on, there, cutoff, neighbor_list<>(counts.data(), nullptr, from.size(), 0));
  std::vector<int> found(particles);
  counts.copy_to(found.data());
  cuda_check(cudaStreamSynchronize(on.stream), "counting neighbours");
  const int capacity = needed_capacity(found);
  neighbor_table table(std::move(found), capacity);
  const device_buffer<int> indices = on.zeros<int>(particles * static_cast<std::size_t>(capacity));
  neighbors<V>(on, there, cutoff, neighbor_list<>(counts.data(), indices.data(), from.size(), capacity));
  indices.copy_to(table.list().indices.data_handle());
  cuda_check(cudaStreamSynchronize(on.stream), "finding neighbours");
  return table;
}
#endif

/// The same by the executor's default variant (defaults.hpp), a gather.
template <class Executor, class T, int Dimensions, class Layout>
void neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff,
               const neighbor_list<Layout>& list)
{
  detail::default_argument<Executor, verb::neighbors>::check();
  by_default<verb::neighbors, T>(on, from.size(),
                                 [&]<class V>(const auto& executor) { neighbors<V>(executor, from, cutoff, list); });
}

/// The neighbours of particles in host memory, by the executor's default variant.
template <class Executor, class T, int Dimensions>
neighbor_table neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff)
{
  return neighbors<typename default_variant<Executor, verb::neighbors>::type>(on, from, cutoff);
}

/// Any other call, refused.
template <class... V>
auto neighbors(...)
{
  static_assert(detail::never<V...>,
                "gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in "
                "this order, the list of memory that the executor writes, or none on host and device");
}

}  // namespace gridfold
