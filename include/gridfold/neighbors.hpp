// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb neighbors: finds the particles closer to each other than a cutoff. For positions and a list it tests all
/// pairs (neighbors_by_pairs.hpp; by default the kernel is kernel/neighbors/gather_neighbors.hpp), for sorted cells it
/// tests pairs of nearby cells (neighbors_by_cells.hpp; kernel/neighbors/gather_cell_neighbors.hpp). For particles in
/// host memory it takes the faster way (defaults/neighbors.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/defaults/neighbors.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/fitted_cells.hpp>
#include <gridfold/neighbors_by_cells.hpp>
#include <gridfold/neighbors_by_pairs.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/sort_neighbors.hpp>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Executors on which neighbors takes particles from host memory and returns a table there.
template <class E>
concept serves_host_memory = std::same_as<E, host> || std::same_as<E, device>;

/// The neighbours of particles in host memory. start(positions) returns find(list), which is called twice: the first
/// call counts, so that the table gets the needed capacity.
template <class T, int Dimensions, class Start>
neighbor_table table_of(const host& /*on*/, const positions<T, Dimensions>& from, const Start& start)
{
  core::check_particles(from.size());
  const auto find = start(from);
  std::vector<int> counts(static_cast<std::size_t>(from.size()));
  find(neighbor_list<>(counts.data(), nullptr, from.size(), 0));
  const int capacity = needed_capacity(counts);
  neighbor_table table(gridfold::core::moved(counts), capacity);
  find(table.list());
  return table;
}

#ifdef __CUDACC__
/// The neighbours of particles in host memory, found on the GPU: allocates device memory, copies, and synchronises the
/// stream.
template <class T, int Dimensions, class Start>
neighbor_table table_of(const device& on, const positions<T, Dimensions>& from, const Start& start)
{
  core::check_particles(from.size());
  const auto particles = static_cast<std::size_t>(from.size());
  std::vector<device_buffer<T>> coordinates;
  positions<T, Dimensions> there = from;
  for (int d = 0; d < Dimensions; ++d) {
    coordinates.emplace_back(particles, on.stream).copy_from(from.along[d].data());
    there.along[d] = coordinates.back().span();
  }
  const auto find = start(there);
  device_buffer<int> counts(particles, on.stream);
  find(neighbor_list<>(counts.data(), nullptr, from.size(), 0));
  std::vector<int> found(particles);
  counts.copy_to(found.data());
  cuda_check(cudaStreamSynchronize(on.stream), "counting neighbours");
  const int capacity = needed_capacity(found);
  neighbor_table table(gridfold::core::moved(found), capacity);
  const device_buffer<int> indices = on.zeros<int>(particles * static_cast<std::size_t>(capacity));
  find(neighbor_list<>(counts.data(), indices.data(), from.size(), capacity));
  indices.copy_to(table.list().indices.data_handle());
  cuda_check(cudaStreamSynchronize(on.stream), "finding neighbours");
  return table;
}
#endif

/// The neighbours of particles in host memory by cells of a box, ascending.
template <class Executor, class T, int Dimensions, class Pairs>
neighbor_table table_by_cells(const Executor& on, const positions<T, Dimensions>& from, const cell_box<>& box,
                              double cutoff, Pairs which)
{
  return detail::table_of(on, from, [&](const auto& there) {
    auto sorted = gridfold::make_cells<T, Dimensions>(on, box, there.size());
    gridfold::sort_into_cells(on, there, sorted);
    return [&on, cutoff, which, sorted = gridfold::core::moved(sorted)](const auto& list) {
      gridfold::neighbors(on, sorted.cells(), cutoff, list, which);
      gridfold::sort_neighbors(on, list);
    };
  });
}

}  // namespace detail

/// Returns the neighbours of particles in host memory, found on `host` or `device` by testing all pairs with the
/// variant V. Counts first, so that the table gets the needed capacity. On `device` it allocates device memory, copies,
/// and synchronises the stream. Throws `error` like the calls that write a list.
template <class V, detail::serves_host_memory Executor, class T, int Dimensions, core::pair_policy Pairs = pairs::twice>
neighbor_table neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff, Pairs which = {})
{
  return detail::table_of(on, from, [&](const auto& there) {
    return [&on, there, cutoff, which](const auto& list) { gridfold::neighbors<V>(on, there, cutoff, list, which); };
  });
}

/// Returns the neighbours of particles in host memory, ascending, found on `host` or `device`. Uses cells in a plane or
/// in space if there are at least `defaults::particles_for_cells` particles and the cells in reach hold less than a
/// quarter of them (docs/use/defaults.md). Otherwise tests all pairs by the default variant. Both find equal tables.
/// With cells the time is proportional to the particles and to the neighbours of each, also if a few lie far away. It
/// grows with the square of the particles if most lie in a few spots. Allocates, and on `device` copies and
/// synchronises the stream. Throws `error` like the calls that write a list.
template <detail::serves_host_memory Executor, class T, int Dimensions, core::pair_policy Pairs = pairs::twice>
neighbor_table neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff, Pairs which = {})
{
  if constexpr (Dimensions == 2 || Dimensions == 3)
    if (from.size() >= defaults::particles_for_cells<Executor>) {
      core::check_cutoff<T>(cutoff);
      if (const auto box = verbs::fitted_cells(from, cutoff))
        return detail::table_by_cells(on, from, *box, cutoff, which);
    }
  return gridfold::neighbors<default_variant<Executor, verb::neighbors, T>>(on, from, cutoff, which);
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto neighbors(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in "
                "this order, the list of memory that the executor writes, or none on host and device");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
