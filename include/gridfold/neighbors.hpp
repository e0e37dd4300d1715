// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb neighbors: which particles are closer to each other than a cutoff. Its kernels are
/// kernel/gather_neighbors.hpp and kernel/scatter_neighbors.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/gather_cell_neighbors.hpp>
#include <gridfold/kernel/gather_neighbors.hpp>
#include <gridfold/kernel/parts/points_at.hpp>
#include <gridfold/kernel/scatter_neighbors.hpp>
#include <gridfold/kernel/transform_in_place.hpp>
#include <gridfold/policy/defaults.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/point_view.hpp>
#include <limits>
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

/// neighbors supports gathers with input `global`, `read_only` or `shared`, and scatters with the first two, with
/// one-dimensional coarsening. Axes: decomposition, assignment, coarsening, input, block.
template <>
struct verb_traits<verb::neighbors> {
  template <class V>
  static constexpr bool uses_axes =
      has_defaults<V, axis::vectors, axis::exchange, axis::tile, axis::loading, axis::planes, axis::accumulation>;
  template <class V>
  static constexpr bool has_kernel = V::coarsening::y == 1 && (policy::direct_input<typename V::input> ||
                                                               (policy::is_shared<typename V::input> &&
                                                                std::is_same_v<typename V::decomposition, gather>));
};

namespace detail
{

/// The most particles, so that an index plus the size of a block fits an int.
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
  const auto points = kernel::points_at<typename V::input, int>(on, from);
  const auto counts = on.argument(counts_view<cuda::std::default_accessor<int>>(list.counts), "counts", role::output);
  const auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel_type =
      kernel::gather_neighbors<V, T, Dimensions, std::remove_const_t<decltype(points)>,
                               std::remove_const_t<decltype(counts)>, std::remove_const_t<decltype(indices)>>;
  on.run(kernel_type{points, cutoff2, counts, indices}, kernel_type::grid(from.size()));
}

template <class V, class Executor, class T, int Dimensions, class Layout>
void scatter_all_neighbors(const Executor& on, const positions<T, Dimensions>& from, T cutoff2,
                           const neighbor_list<Layout>& list)
{
  const shape3 shape{from.size(), 1, 1};
  const auto empty = on.argument(view_of(list.counts.data(), shape), "counts", role::output);
  using zeros = kernel::transform_in_place<V, std::remove_const_t<decltype(empty)>, kernel::to_value<int>>;
  on.run(zeros{empty, shape, {0}}, zeros::grid(shape));
  const auto points = kernel::points_at<typename V::input, int>(on, from);
  const auto counts = on.argument(counts_view<atomic_accessor<int>>(list.counts), "counts", role::update);
  const auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel_type =
      kernel::scatter_neighbors<V, T, Dimensions, std::remove_const_t<decltype(points)>,
                                std::remove_const_t<decltype(counts)>, std::remove_const_t<decltype(indices)>>;
  on.run(kernel_type{points, cutoff2, counts, indices}, kernel_type::grid(from.size()));
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
/// of them, ascending for a gather and in unspecified order for a scatter. Every variant on every executor finds equal
/// sets. If a particle has more neighbours than the list's capacity, all are counted and as many as fit are written:
/// see `check_capacity`. All pairs are tested: the time grows with size()^2.
///
/// \tparam V the variant, see verb_traits<verb::neighbors>: a gather tests each pair twice, without atomics; a scatter
///   tests each pair once
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param from at most 2^30 particles, in memory that the executor can read. A particle with a NaN coordinate has no
///   neighbours.
/// \param cutoff a positive distance in the unit of the positions
/// \param list a list for as many particles, in memory that the executor can write
///
/// Throws `error` for an invalid cutoff, a list of another size, memory that the executor cannot access, and failed
/// launches. Source: Fan, CUDA Programming, ch. 9.
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

namespace detail
{

/// Throws `error` if a particle of a periodic box could have two images of another within the cutoff.
template <class Boundary>
void check_period(const spacing3& edge, const shape3& shape, int axis, double cutoff)
{
  const double edges[3] = {edge.x, edge.y, edge.z};
  const std::int64_t cells[3] = {shape.x, shape.y, shape.z};
  const double period = edges[axis] * static_cast<double>(cells[axis]);
  if (Boundary::is_periodic && !(2 * cutoff < period))
    throw error("the cutoff is " + text_of(cutoff) + " and a period " + text_of(period) +
                " (a particle would have a neighbour twice): give a cutoff of less than half of each period");
}

/// The box as it is for particles in a plane: of one layer, which no image of it reaches.
template <class Boundary>
cell_box<Boundary> in_plane(cell_box<Boundary> box, double cutoff)
{
  if (box.shape.z != 1)
    throw error("the cells of particles in a plane lie in " + std::to_string(box.shape.z) +
                " layers (there is nothing to divide): give a box of one cell along z");
  box.origin.z = -4 * cutoff;
  box.edge.z = 8 * cutoff;
  return box;
}

/// The cells in which the neighbours of particles are looked for.
template <int Dimensions, class Boundary>
cell_box<Boundary> checked_box(const cell_box<Boundary>& from, double cutoff)
{
  static_assert(Dimensions == 2 || Dimensions == 3,
                "gridfold: neighbours by cells are those of particles in a plane or in space: give positions of two or "
                "three coordinates, or try all pairs");
  from.check();
  const cell_box<Boundary> box = [&] {
    if constexpr (Dimensions == 2)
      return detail::in_plane(from, cutoff);
    else
      return from;
  }();
  for (int axis = 0; axis < 3; ++axis) detail::check_period<Boundary>(box.edge, box.shape, axis, cutoff);
  return box;
}

}  // namespace detail

/// Finds the neighbours of particles that are sorted by cells: the sets that trying all pairs finds, in a time
/// proportional to the particles and to those near each. Neighbours come in the order of cells, in every run and on
/// every executor the same. In a periodic box, each of whose periods is more than twice the cutoff, a neighbour is one
/// of which an image is near.
///
/// \param on, cutoff, list as above. Counts and rows of the list are those of the original order.
/// \param from particles that sort_into_cells sorted. Cells of cells_in for this cutoff are fast.
template <class Executor, class T, int Dimensions, class Boundary, class Layout>
void neighbors(const Executor& on, const cells<view::point<T, Dimensions>, Boundary>& from, double cutoff,
               const neighbor_list<Layout>& list)
{
  detail::executor_argument<Executor>::check();
  const auto particles = static_cast<std::int64_t>(from.sorted.size());
  detail::check_list(particles, cutoff, list);
  const cell_box<Boundary> box = detail::checked_box<Dimensions>(from.box, cutoff);
  if (particles == 0) return;
  on.require_access(from.sorted.data(), "sorted particles");
  on.require_access(list.counts.data(), "list's counts");
  if (list.indices.extent(1) > 0) on.require_access(list.indices.data_handle(), "list's indices");
  const auto seen = [&](const auto& all, const char* name) {
    using element = typename std::remove_cvref_t<decltype(all)>::element_type;
    return on.argument(detail::int_counted<element>(all.data(), static_cast<int>(all.size())), name, role::input);
  };
  const auto points = seen(from.sorted, "positions");
  const auto index = seen(from.index, "indices of particles"), begin = seen(from.begin, "begins");
  const auto counts =
      on.argument(detail::counts_view<cuda::std::default_accessor<int>>(list.counts), "counts", role::output);
  const auto indices = on.argument(list.indices, "indices", role::scratch);
  // The roundings of a cell's border, of a coordinate's cell and of a period are less than 16 epsilon of the largest
  // coordinate. A particle outside of an open box is in reach of border cells alone.
  const double size = detail::largest_coordinate(box);
  const double margin = 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size;
  using text =
      kernel::gather_cell_neighbors<T, Dimensions, Boundary, std::remove_const_t<decltype(points)>,
                                    std::remove_const_t<decltype(index)>, std::remove_const_t<decltype(begin)>,
                                    std::remove_const_t<decltype(counts)>, std::remove_const_t<decltype(indices)>>;
  on.run(text{points,
              index,
              begin,
              kernel::cell_axes<T, Boundary>(box),
              {static_cast<T>(cutoff * (1 + 4 * static_cast<double>(std::numeric_limits<T>::epsilon()))),
               static_cast<T>(margin)},
              static_cast<T>(cutoff) * static_cast<T>(cutoff),
              counts,
              indices},
         text::grid(particles));
}

/// Returns the neighbours of particles in host memory, computed on the CPU. Counts first, so that the table has the
/// needed capacity. Throws `error` like the call above.
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
/// Returns the neighbours of particles in host memory, computed on the GPU: allocates device memory, copies, and
/// synchronises the stream.
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

/// neighbors by the executor's default variant (docs/defaults.md), a gather.
template <class Executor, class T, int Dimensions, class Layout>
void neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff,
               const neighbor_list<Layout>& list)
{
  detail::default_argument<Executor, verb::neighbors>::check();
  policy::by_default<verb::neighbors, T>(
      on, from.size(), [&]<class V>(const auto& executor) { neighbors<V>(executor, from, cutoff, list); });
}

/// Returns the neighbours of particles in host memory, by the executor's default variant.
template <class Executor, class T, int Dimensions>
neighbor_table neighbors(const Executor& on, const positions<T, Dimensions>& from, double cutoff)
{
  return neighbors<typename default_variant<Executor, verb::neighbors>::type>(on, from, cutoff);
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto neighbors(...)
{
  static_assert(detail::never<V...>,
                "gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in "
                "this order, the list of memory that the executor writes, or none on host and device");
}

}  // namespace gridfold
