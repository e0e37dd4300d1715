// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb neighbors of particles that sort_into_cells sorted. Its kernel is
/// kernel/neighbors/gather_cell_neighbors.hpp. Programs include neighbors.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/neighbors/gather_cell_neighbors.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/view/point_view.hpp>
#include <limits>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace verbs
{

/// Bound of the rounding in T that may move a cell's border, the cell of a coordinate, or a period: 16 epsilon of the
/// largest coordinate. Only border cells reach a particle outside of an open box.
template <class T, class Boundary>
double cell_margin(const cell_box<Boundary>& box)
{
  return 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * core::largest_coordinate(box);
}

}  // namespace verbs

namespace detail
{

/// Throws `error` if a particle of a periodic box could have two images of another within the cutoff: if two opposite
/// faces are less than twice the cutoff apart.
template <class Boundary>
void check_periods(const cell_box<Boundary>& box, double cutoff)
{
  const vec3 heights = box.vectors().heights();
  for (const double period : {heights.x, heights.y, heights.z})
    if (Boundary::is_periodic && !(2 * cutoff < period))
      throw error({"the cutoff is ", cutoff, " and a period ", period,
                   " (a particle would have a neighbour twice): give a cutoff of less than half of each period"});
}

/// The box of particles in a plane: one layer of cells, thick enough along z that its periodic images are out of reach
/// of the plane z = 0. The reach is the cutoff plus the margin; at large coordinates the margin dominates.
template <class T, class Boundary>
cell_box<Boundary> in_plane(cell_box<Boundary> box, double cutoff)
{
  if (box.shape.z != 1)
    throw error({"the cells of particles in a plane lie in ", box.shape.z,
                 " layers (there is nothing to divide): give a box of one cell along z"});
  box.origin.z = box.edge.z = 0;
  if constexpr (core::is_triclinic<Boundary>) box.tilt.xz = box.tilt.yz = 0;
  const double half = 4 * (cutoff + verbs::cell_margin<T>(box));
  box.origin.z = -half;
  box.edge.z = 2 * half;
  return box;
}

}  // namespace detail

namespace verbs
{

/// The cells that are searched for neighbours of particles.
template <class T, int Dimensions, class Boundary>
cell_box<Boundary> checked_box(const cell_box<Boundary>& from, double cutoff)
{
  static_assert(Dimensions == 2 || Dimensions == 3,
                "gridfold: neighbours by cells are those of particles in a plane or in space: give positions of two or "
                "three coordinates, or try all pairs");
  from.check();
  const cell_box<Boundary> box = [&] {
    if constexpr (Dimensions == 2)
      return detail::in_plane<T>(from, cutoff);
    else
      return from;
  }();
  detail::check_periods(box, cutoff);
  return box;
}

/// Lists the neighbours of sorted particles. `rows` maps rows of the list to particles.
template <class Executor, class T, int Dimensions, class Boundary, class Layout, class Pairs, class Rows>
void list_from_cells(const Executor& on, const cells<view::point<T, Dimensions>, Boundary>& from, double cutoff,
                     const neighbor_list<Layout>& list, Pairs, const Rows& rows)
{
  core::check_cutoff<T>(cutoff);
  const cell_box<Boundary> box = verbs::checked_box<T, Dimensions>(from.box, cutoff);
  const auto owners = static_cast<std::int64_t>(list.counts.size());
  if (owners == 0) return;
  on.require_access(from.sorted.data(), "sorted particles");
  core::require_list_access(on, list);
  auto points = launch::input_span(on, from.sorted, "positions");
  auto index = launch::input_span(on, from.index, "indices of particles");
  auto begin = launch::input_span(on, from.begin, "begins");
  auto counts = on.argument(core::counts_view(list.counts), "counts", role::output);
  auto indices = on.argument(list.indices, "indices", role::scratch);
  using kernel_type = kernel::gather_cell_neighbors<Pairs, T, Dimensions, Boundary, decltype(points), decltype(index),
                                                    decltype(begin), decltype(counts), decltype(indices), Rows>;
  on.run(kernel_type{points,
                     index,
                     begin,
                     kernel::cell_axes<T, Boundary>(box),
                     {static_cast<T>(cutoff * (1 + 4 * static_cast<double>(std::numeric_limits<T>::epsilon()))),
                      static_cast<T>(verbs::cell_margin<T>(box))},
                     static_cast<T>(cutoff) * static_cast<T>(cutoff),
                     counts,
                     indices,
                     rows},
         kernel_type::grid(owners));
}

}  // namespace verbs

/// Finds the neighbours of particles that are sorted by cells: the same sets as by testing all pairs, in a time
/// proportional to the number of particles times the average number near one. The neighbours of a particle are in the
/// order of cells, which is the same in every run and on every executor. In a periodic box a neighbour is a particle
/// with an image within the cutoff; opposite faces of the box must be farther apart than twice the cutoff.
///
/// The executor, the cutoff and Pairs are those of the call that tests all pairs (neighbors_by_pairs.hpp).
///
/// \param list a list for this number of particles. Its rows are in the original order.
/// \param from particles that sort_into_cells sorted. Cells of cells_in for this cutoff are fast.
template <core::any_executor Executor, class T, int Dimensions, class Boundary, class Layout,
          core::pair_policy Pairs = pairs::twice>
void neighbors(const Executor& on, const cells<view::point<T, Dimensions>, Boundary>& from, double cutoff,
               const neighbor_list<Layout>& list, Pairs which = {})
{
  core::check_rows(static_cast<std::int64_t>(from.sorted.size()), list);
  verbs::list_from_cells(on, from, cutoff, list, which, kernel::rows_of_all{});
}

}  // namespace gridfold::inline GRIDFOLD_ABI
