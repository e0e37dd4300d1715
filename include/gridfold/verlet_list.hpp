// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verlet lists: neighbour lists with a skin, which are valid until a particle has moved by half of the skin. The
/// kernel kernel/neighbors/find_moved.hpp checks this.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/neighbors/find_moved.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/neighbors_by_cells.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/point_view.hpp>
#include <limits>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The distances of a Verlet list: it holds the pairs within cutoff + skin.
struct verlet_distances {
  double cutoff, skin;
};

namespace detail
{

/// The distance that a particle may move before the list has to be built again: half of the skin, minus a bound of the
/// rounding. Distances are rounded by less than 8 epsilon of cutoff + skin, images in a periodic box by less than 16
/// epsilon of the largest coordinate.
template <class T, class Boundary>
double largest_step(const cell_box<Boundary>& box, const verlet_distances& within)
{
  const double scale =
      8 * (within.cutoff + within.skin) + (Boundary::is_periodic ? 16 * core::largest_coordinate(box) : 0);
  const double step = within.skin / 2 - scale * static_cast<double>(std::numeric_limits<T>::epsilon());
  if (!(step > 0))
    throw error({"the skin is ", within.skin,
                 " (no wider than the rounding of distances): give a wider skin, or positions of double"});
  return step;
}

}  // namespace detail

/// Owns the neighbours of particles within cutoff + skin, in memory of an executor. `neighbors` builds the list, and
/// `needs_rebuild` finds whether it still has every pair within the cutoff. It also has pairs beyond the cutoff, so a
/// kernel that reads it tests distances. Made by make_verlet_list.
template <class Executor, class T, int Dimensions, class Boundary, class Layout>
class verlet_list {
  template <class E>
  using memory = decltype(std::declval<const Executor&>().template zeros<E>(std::size_t{}));

 public:
  using cells_type = cell_list<Executor, view::point<T, Dimensions>, Boundary>;

  verlet_list(const Executor& on, const cell_box<Boundary>& box, const verlet_distances& within, std::int64_t particles,
              std::int64_t capacity)
      : within_(within),
        largest_step_(static_cast<T>(detail::largest_step<T>(box, within))),
        capacity_(capacity),
        cells_(gridfold::make_cells<T, Dimensions>(on, box, particles)),
        counts_(on.template zeros<int>(static_cast<std::size_t>(particles))),
        indices_(on.template zeros<int>(static_cast<std::size_t>(particles * capacity))),
        stale_(on.template zeros<int>(1))
  {
  }

  [[nodiscard]] const verlet_distances& within() const { return within_; }
  /// The distance that a particle may move: half of the skin, minus a bound of the rounding.
  [[nodiscard]] T largest_step() const { return largest_step_; }
  /// The cells of the last build, which `neighbors` fills. Do not sort other particles into them.
  [[nodiscard]] cells_type& cells() { return cells_; }
  /// The list, for kernels. After a build, check_capacity finds whether all neighbours fit.
  [[nodiscard]] neighbor_list<Layout> list() { return {counts_.data(), indices_.data(), cells_.capacity(), capacity_}; }
  /// The result of needs_rebuild: one element in memory of the executor.
  [[nodiscard]] cuda::std::span<int> stale() { return {stale_.data(), 1}; }

 private:
  verlet_distances within_;
  T largest_step_;
  std::int64_t capacity_;
  cells_type cells_;
  memory<int> counts_, indices_, stale_;
};

/// Room for a Verlet list of `particles` particles with `capacity` neighbours each. Allocates and frees on the
/// executor's stream; does not synchronise.
///
/// \tparam T, Dimensions of the positions, in a plane or in space
/// \tparam Layout of the list, see neighbor_list
/// \param box see cells_in, for cutoff + skin; each period is more than twice that
///
/// Throws `error` for an invalid box or invalid distances, and if memory runs out.
template <class T, int Dimensions, class Layout = cuda::std::layout_right, class Executor, class Boundary>
verlet_list<Executor, T, Dimensions, Boundary, Layout> make_verlet_list(const Executor& on,
                                                                        const cell_box<Boundary>& box,
                                                                        const verlet_distances& within,
                                                                        std::int64_t particles, std::int64_t capacity)
{
  core::executor_argument<Executor>::check();
  core::check_cutoff<T>(within.cutoff);
  core::check_cutoff<T>(within.cutoff + std::max(within.skin, 0.0));
  (void)verbs::checked_box<T, Dimensions>(box, within.cutoff + within.skin);
  if (!core::has_product_within(std::numeric_limits<std::int64_t>::max(), {particles, capacity}))
    throw error({"a list of ", particles, " x ", capacity,
                 " neighbours is asked for (its size is not from 0 to 2^63 - 1): give another capacity"});
  return {on, box, within, particles, capacity};
}

/// Builds a Verlet list: sorts particles into its cells and finds their neighbours within cutoff + skin, in the order
/// of cells. In stream order, without allocation or synchronisation on `device`.
///
/// \param from positions of the list's number of particles, in memory that the executor can read
/// \param into what make_verlet_list returned
/// \param which `pairs::twice{}` or `pairs::once{}`
///
/// Throws `error` for a wrong number of particles, memory that the executor cannot access, and failed launches.
template <class Executor, class T, int Dimensions, class Boundary, class Layout, core::pair_policy Pairs = pairs::twice>
void neighbors(const Executor& on, const positions<T, Dimensions>& from,
               verlet_list<Executor, T, Dimensions, Boundary, Layout>& into, Pairs which = {})
{
  core::check_rows(from.size(), into.list());
  gridfold::sort_into_cells(on, from, into.cells());
  gridfold::neighbors(on, into.cells().cells(), into.within().cutoff + into.within().skin, into.list(), which);
}

/// Sets list.stale()[0] to 1 if a particle has moved by more than half of the skin since the list was built, else to 0.
/// With 0 the list has every pair within the cutoff; if rounding makes this uncertain, the result is 1. In a periodic
/// box the move is measured to the particle's nearest image, so positions may be wrapped or not. A NaN or infinite
/// coordinate counts as a move.
///
/// On `device` the call is asynchronous on its stream, allocates nothing and does not synchronise: copy the element to
/// the host, or let a kernel or a conditional node of a graph read it.
///
/// \param from the particles of the last build, in the same order
///
/// Throws `error` for a wrong number of particles, memory that the executor cannot access, and failed launches. Source:
/// Verlet, Phys. Rev. 159, 98 (1967); Allen and Tildesley, Computer Simulation of Liquids, 5.3.1.
template <class Executor, class T, int Dimensions, class Boundary, class Layout>
void needs_rebuild(const Executor& on, const positions<T, Dimensions>& from,
                   verlet_list<Executor, T, Dimensions, Boundary, Layout>& list)
{
  const auto built = list.cells().cells();
  const auto particles = static_cast<std::int64_t>(built.sorted.size());
  if (from.size() != particles)
    throw error({"there are ", from.size(), " positions and the Verlet list was built from ", particles,
                 " (each is compared with its own): build it by neighbors first"});
  for (const auto& axis : from.along)
    if (particles > 0) on.require_access(axis.data(), "positions");
  constexpr shape3 one{1, 1, 1};
  launch::zero<variant<block<1>>>(on, one, gridfold::view_of(list.stale().data(), one), "stale");
  if (particles == 0) return;
  auto points = kernel::points_at<global, int>(on, from);
  auto sorted = launch::input_span(on, built.sorted, "sorted particles");
  auto index = launch::input_span(on, built.index, "indices of particles");
  auto stale = on.argument(core::counts_view(list.stale()), "stale", role::update);
  using text =
      kernel::find_moved<T, Dimensions, Boundary, decltype(points), decltype(sorted), decltype(index), decltype(stale)>;
  on.run(text{points, sorted, index, kernel::cell_axes<T, Boundary>(built.box), list.largest_step(), stale},
         text::grid(particles));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
