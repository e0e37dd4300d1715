// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// neighbors on several ranks: each rank lists the neighbours of its share of the particles.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/kernel/neighbors/gather_cell_neighbors.hpp>
#include <gridfold/neighbors_by_cells.hpp>
#include <gridfold/view/point_view.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// neighbors by cells on several ranks: each rank lists the neighbours of its share of the sorted particles. The sorted
/// order keeps nearby particles together, so a rank reads only its share's cells and those within the cutoff.
///
/// \param on see ranks
/// \param from all particles, on every rank, that sort_into_cells sorted: all_gather collects particles that are
///   distributed
/// \param cutoff, which as for neighbors by cells
/// \param shares a partition of {particles, 1, 1} along x, the same on every rank
/// \param list a row for each particle of this rank's share: row n is of the particle from.index[shares.begin(rank) +
///   n]. Its elements are original numbers
///
/// Each row has the contents and order of the row that one rank makes. Asynchronous like neighbors, except that ranks
/// ask each other for errors. Errors on any rank are thrown on all, also if cells, cutoff or shares differ between
/// ranks.
template <class Executor, class Transport, class T, int Dimensions, class Boundary, class Layout,
          core::pair_policy Pairs = pairs::twice>
void neighbors(const ranks<Executor, Transport>& on, const cells<view::point<T, Dimensions>, Boundary>& from,
               double cutoff, const partition& shares, const neighbor_list<Layout>& list, Pairs which = {})
{
  on.together(
      [&] {
        distributed::check_ranks(shares, on.size());
        const auto particles = static_cast<std::int64_t>(from.sorted.size());
        core::check_particles(particles);
        if (shares.whole() != shape3{particles, 1, 1} || shares.axis() != along::x)
          throw error({"the shares are of ", shares.whole().x, " x ", shares.whole().y, " x ", shares.whole().z,
                       " particles, and ", particles,
                       " are sorted (each rank has a range of them): pass partition({particles, 1, 1}, ranks, "
                       "along::x)"});
        core::check_rows(shares.shape(on.rank()).count(), list);
        verbs::list_from_cells(on.local(), from, cutoff, list, which,
                               kernel::rows_of_share{static_cast<int>(shares.begin(on.rank()))});
      },
      distributed::fingerprint("neighbors")
          .of(shares)
          .of(lattice{from.box.origin, from.box.edge, from.box.shape})
          .of(cutoff));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
