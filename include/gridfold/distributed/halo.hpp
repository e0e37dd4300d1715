// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Halos of sources that are distributed over ranks: each rank gets the sources that its slab of a cutoff_sum reads.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/halo_exchange.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/launch/cut_lattice.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Sources and a number for each, in memory of an executor.
template <class Sources, class Numbers>
struct numbered_sources {
  Sources sources;
  Numbers numbers;
};

namespace distributed
{

/// Throws `error` unless a partition divides layers of cells among the ranks.
inline void check_layers(const partition& slabs, int ranks)
{
  distributed::check_ranks(slabs, ranks);
  if (slabs.axis() != along::z)
    throw error("the slabs for halos are along x or y (layers of cells are along z): make the partition along::z");
}

/// Throws `error` unless there is a number for each particle.
inline void check_numbers(std::size_t numbers, std::size_t particles)
{
  if (numbers != particles)
    throw error({"there are ", numbers, " numbers of ", particles, " particles (each has one): pass as many"});
}

}  // namespace distributed

namespace detail
{

/// The layers of cells that a cutoff_sum reads for a slab along z, for any variant.
template <class T, class Boundary, class Interaction>
distributed::layer_ranges<Boundary> layers_in_reach(const lattice_part& slab, const cell_box<Boundary>& box,
                                                    const Interaction& pair)
{
  const auto cut = launch::cut_lattice_of<T>(slab, box, pair, static_cast<double>(pair.cutoff));
  // One margin more than kernels add, because a device may round a point's coordinate differently.
  const T reach = cut.reach.widened() + cut.reach.margin;
  return distributed::layers_between<T>(box, cut.axes.z(0) - reach, cut.axes.z(slab.shape.z - 1) + reach);
}

template <class Interaction, class Sources, class Executor, class Transport, class Boundary>
auto make_halo_exchange(const ranks<Executor, Transport>& on, const Sources& sources, const cell_box<Boundary>& box,
                        const lattice& where, const partition& slabs, const Interaction& pair)
{
  core::source_argument<Sources>::check();
  static_assert(cut_interaction<Interaction>,
                "gridfold: the interaction has no end (it states no member `cutoff`): pass cut(interaction, distance), "
                "shifted, switched or tapered");
  using T = std::remove_cvref_t<typename core::source_argument<Sources>::number>;
  const auto sort = [&] {
    distributed::check_layers(slabs, on.size());
    static_cast<void>(slabs.part(where, on.rank()));
    where.check();
    math::check_cutoff<T>(pair.cutoff);
    auto own = gridfold::make_cells<source<T>>(on.local(), box, static_cast<std::int64_t>(std::size(sources)));
    gridfold::sort_into_cells(on.local(), sources, own);
    return own;
  };
  const auto layers_for = [&](int rank) {
    return slabs.is_empty(rank) ? distributed::layer_ranges<Boundary>{}
                                : detail::layers_in_reach<T>(slabs.part(where, rank), box, pair);
  };
  return distributed::halo_exchange<Executor, Transport, source<T>, Boundary>(
      on, distributed::fingerprint("gather_halo").of(where).of(slabs).of(box).of(static_cast<double>(pair.cutoff)),
      sort, layers_for);
}

}  // namespace detail

/// The sources of all ranks that this rank's slab of a cutoff_sum reads: those in cells within the cutoff of its
/// points. Each rank passes sources of its own, in any distribution, and nothing else is exchanged:
///
///   const auto near = gf::gather_halo(on, mine, box, where, slabs, pair);
///   auto list = gf::make_cells<gf::source<float>>(on.local(), box, near.size());
///   gf::sort_into_cells(on.local(), near, list);
///   gf::cutoff_sum(on, list.cells(), where, slabs, out, pair);
///
/// The map has the bits that one rank computes from all sources in rank order, as all_gather collects them, if slabs
/// begin at planes that cutoff_sum on ranks requires. A rank with an empty slab gets no sources.
///
/// \param on see ranks
/// \param sources a container or span of this rank's sources, in memory that the executor reads; may be empty
/// \param box cells for all sources, the same on every rank: cells_around, or cells_in for periodic ones
/// \param where the whole lattice, \param slabs a partition of its shape along z: the same on every rank
/// \param pair the interaction of the sum; for several sums, the one with the longest cutoff
/// Returns an array of the executor, as its zeros() makes it, with data() and size(). Sorts this rank's sources,
/// synchronises, and allocates. Throws `error` on all ranks as make_cells and cutoff_sum do, for slabs along x or y,
/// for a source with a NaN coordinate, and if ranks disagree.
template <class Executor, class Transport, class Sources, class Boundary, class Interaction>
auto gather_halo(const ranks<Executor, Transport>& on, const Sources& sources, const cell_box<Boundary>& box,
                 const lattice& where, const partition& slabs, const Interaction& pair)
{
  return detail::make_halo_exchange(on, sources, box, where, slabs, pair).gather(core::pointer_to(sources));
}

/// gather_halo of numbered sources; each source travels with its number:
///
///   const auto near = gf::gather_halo(on, mine, numbers, box, where, slabs, pair);
///   ...
///   gf::sort_into_cells(on.local(), near.sources, near.numbers, list);
///
/// The map has the bits that one rank computes from all sources in the order of their numbers, for any distribution.
/// Use it for sources that move from rank to rank. Returns numbered_sources.
///
/// \param numbers a container or span of integers, one for each source, unique over all ranks
template <class Executor, class Transport, class Sources, class Numbers, class Boundary, class Interaction>
auto gather_halo(const ranks<Executor, Transport>& on, const Sources& sources, const Numbers& numbers,
                 const cell_box<Boundary>& box, const lattice& where, const partition& slabs, const Interaction& pair)
{
  on.together([&] { distributed::check_numbers(std::size(numbers), std::size(sources)); });
  const auto halo = detail::make_halo_exchange(on, sources, box, where, slabs, pair);
  auto nearby = halo.gather(core::pointer_to(sources));
  return numbered_sources<decltype(nearby), decltype(halo.gather(core::pointer_to(numbers)))>{
      gridfold::core::moved(nearby), halo.gather(core::pointer_to(numbers))};
}

}  // namespace gridfold::inline GRIDFOLD_ABI
