// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbours of particles that are distributed over ranks: each rank lists the neighbours of the particles in its
/// layers of cells.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/halo.hpp>
#include <gridfold/distributed/halo_exchange.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/kernel/neighbors/gather_cell_neighbors.hpp>
#include <gridfold/neighbors_by_cells.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/point_view.hpp>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The particles in a rank's layers of cells, and those within a cutoff of these layers, in memory of its executor.
/// Made by gather_halo of positions.
template <class Executor, class T, class Boundary>
class near_particles {
  using list = cell_list<Executor, view::point<T, 3>, Boundary>;
  using memory = decltype(std::declval<const Executor&>().template zeros<int>(std::size_t{}));

 public:
  /// \param sorted the particles
  /// \param numbers their numbers in sorted order
  /// \param own the range of them in this rank's layers
  near_particles(list sorted, memory numbers, distributed::number_range own, double cutoff)
      : sorted_(gridfold::core::moved(sorted)), numbers_(gridfold::core::moved(numbers)), own_(own), cutoff_(cutoff)
  {
  }

  /// Number of particles in this rank's layers: the rows of its list.
  [[nodiscard]] std::int64_t rows() const { return own_.size(); }
  /// The numbers of the particles in this rank's layers, in the order of the list's rows.
  [[nodiscard]] cuda::std::span<const int> numbers() const
  {
    return cells().index.subspan(static_cast<std::size_t>(own_.begin), static_cast<std::size_t>(own_.size()));
  }
  /// All particles that gather_halo collected, sorted by cells; their indices are their numbers.
  [[nodiscard]] gridfold::cells<view::point<T, 3>, Boundary> cells() const
  {
    auto all = sorted_.cells();
    all.index = {numbers_.data(), numbers_.size()};
    return all;
  }
  /// Index of the first sorted particle in this rank's layers.
  [[nodiscard]] int first() const { return static_cast<int>(own_.begin); }
  /// The distance around this rank's layers within which all particles are included.
  [[nodiscard]] double cutoff() const { return cutoff_; }

 private:
  list sorted_;
  memory numbers_;
  distributed::number_range own_;
  double cutoff_;
};

namespace detail
{

/// The layers that hold all neighbours of particles in layers `begin` to `end` - 1.
template <class T, class Boundary>
distributed::layer_ranges<Boundary> layers_around(const cell_box<Boundary>& box, std::int64_t begin, std::int64_t end,
                                                  double cutoff)
{
  if (begin == end) return {};
  // Twice the margin of a kernel on one rank, because the borders of layers are rounded too.
  const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
  const double reach = cutoff * (1 + 4 * epsilon) + 2 * verbs::cell_margin<T>(box);
  const auto edge_at = [&](std::int64_t layer) { return box.origin.z + box.edge.z * static_cast<double>(layer); };
  return distributed::layers_between<T>(box, static_cast<T>(edge_at(begin) - reach),
                                        static_cast<T>(edge_at(end) + reach));
}

/// The range of sorted particles in layers `begin` to `end` - 1; synchronises.
template <class Executor, class Particle, class Boundary>
distributed::number_range particles_in_layers(const Executor& on, const cells<Particle, Boundary>& from,
                                              std::int64_t begin, std::int64_t end)
{
  const std::int64_t layer = from.box.shape.x * from.box.shape.y;
  int bounds[2] = {};
  on.copy(from.begin.data() + begin * layer, &bounds[0], 1);
  on.copy(from.begin.data() + end * layer, &bounds[1], 1);
  on.wait();
  return {bounds[0], bounds[1]};
}

template <class Executor, class Transport, class T, class Numbers, class Boundary>
auto exchange_positions(const ranks<Executor, Transport>& on, const positions<T, 3>& mine, const Numbers& numbers,
                        const cell_box<Boundary>& box, const partition& layers, double cutoff)
{
  const auto sort = [&] {
    distributed::check_layers(layers, on.size());
    if (layers.whole() != box.shape)
      throw error({"the layers are of ", layers.whole().x, " x ", layers.whole().y, " x ", layers.whole().z,
                   " cells, and the box has ", box.shape.x, " x ", box.shape.y, " x ", box.shape.z,
                   " (each rank lists the particles of its layers): pass partition(box.shape, ranks)"});
    distributed::check_numbers(std::size(numbers), static_cast<std::size_t>(mine.size()));
    core::check_cutoff<T>(cutoff);
    static_cast<void>(verbs::checked_box<T, 3>(box, cutoff));
    auto own = gridfold::make_cells<T, 3>(on.local(), box, mine.size());
    gridfold::sort_into_cells(on.local(), mine, own);
    return own;
  };
  const auto layers_for = [&](int rank) {
    return detail::layers_around<T>(box, layers.begin(rank), layers.end(rank), cutoff);
  };
  const auto call = distributed::fingerprint("gather_halo of positions").of(layers).of(box).of(cutoff);
  return distributed::halo_exchange<Executor, Transport, view::point<T, 3>, Boundary>(on, call, sort, layers_for);
}

}  // namespace detail

/// The particles whose neighbours this rank lists, from all ranks, and all particles within the cutoff of them. Each
/// rank passes particles of its own, in any distribution, and nothing else is exchanged:
///
///   const gf::partition layers(box.shape, on.size());
///   const auto near = gf::gather_halo(on, positions, numbers, box, layers, cutoff);
///   ... memory for near.rows() lists ...
///   gf::neighbors(on, near, cutoff, list);
///
/// \param on see ranks
/// \param mine positions of this rank's particles in space, in memory that the executor reads; may be empty
/// \param numbers a container or span of an int for each particle, unique over all ranks; lists contain these numbers
/// \param box cells for all particles, the same on every rank: cells_in for this cutoff
/// \param layers a partition of box.shape along z, the same on every rank: which layers of cells each rank has
/// \param cutoff the largest cutoff for which neighbours will be listed
/// Returns near_particles. Sorts, synchronises, and allocates. A particle with a NaN coordinate is on no rank. Throws
/// `error` on all ranks as make_cells and neighbors do, and if ranks disagree.
template <class Executor, class Transport, class T, class Numbers, class Boundary>
near_particles<Executor, T, Boundary> gather_halo(const ranks<Executor, Transport>& on, const positions<T, 3>& mine,
                                                  const Numbers& numbers, const cell_box<Boundary>& box,
                                                  const partition& layers, double cutoff)
{
  using number = std::remove_cv_t<std::remove_pointer_t<decltype(core::pointer_to(numbers))>>;
  static_assert(std::is_same_v<number, int>,
                "gridfold: the numbers of particles are no ints (a list has them as its elements): pass a container of "
                "ints");
  const auto halo = detail::exchange_positions(on, mine, numbers, box, layers, cutoff);
  const auto x = halo.gather(mine.along[0].data()), y = halo.gather(mine.along[1].data()),
             z = halo.gather(mine.along[2].data());
  const auto of_near = halo.gather(core::pointer_to(numbers));
  using result = near_particles<Executor, T, Boundary>;
  std::optional<result> nearby;
  on.together([&] {
    const auto& local = on.local();
    const auto axis = [](const auto& all) { return cuda::std::span<const T>(all.data(), all.size()); };
    auto sorted = gridfold::make_cells<T, 3>(local, box, static_cast<std::int64_t>(x.size()));
    gridfold::sort_into_cells(local, positions<T, 3>(axis(x), axis(y), axis(z)), of_near, sorted);
    auto in_order = local.template zeros<int>(of_near.size());
    distributed::take_by_index(local, of_near.data(), sorted.cells().index, in_order.data());
    const auto own = detail::particles_in_layers(local, sorted.cells(), layers.begin(on.rank()), layers.end(on.rank()));
    nearby.emplace(gridfold::core::moved(sorted), gridfold::core::moved(in_order), own, cutoff);
  });
  return result(gridfold::core::moved(*nearby));
}

/// neighbors of particles that are distributed over ranks: each rank lists the neighbours of the particles in its
/// layers.
///
/// \param nearby what gather_halo of positions returned
/// \param cutoff at most near.cutoff(), the same on every rank; otherwise as neighbors by cells takes it
/// \param list a row for each of near.rows() particles: row n is of the particle near.numbers()[n]. Its elements are
///   numbers of particles
///
/// Each row has the contents and order of the row that one rank makes of all particles in the order of their numbers.
/// Pairs::once lists a pair in the row of the smaller number. Asynchronous like neighbors, except that ranks ask each
/// other for errors. Errors on any rank are thrown on all.
template <class Executor, class Transport, class T, class Boundary, class Layout,
          core::pair_policy Pairs = pairs::twice>
void neighbors(const ranks<Executor, Transport>& on, const near_particles<Executor, T, Boundary>& nearby, double cutoff,
               const neighbor_list<Layout>& list, Pairs which = {})
{
  on.together(
      [&] {
        if (cutoff > nearby.cutoff())
          throw error({"the cutoff is ", cutoff, ", and halos were gathered for ", nearby.cutoff(),
                       " (neighbours of other ranks would be missing): gather them for the larger one"});
        core::check_rows(nearby.rows(), list);
        verbs::list_from_cells(on.local(), nearby.cells(), cutoff, list, which, kernel::rows_of_share{nearby.first()});
      },
      distributed::fingerprint("neighbors of near particles").of(cutoff));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
