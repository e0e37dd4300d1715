// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums on several ranks: each rank computes its slab of the lattice, or its points, from all sources.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/point_sum.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace distributed
{

/// Throws `error` unless a partition has one part per rank.
inline void check_ranks(const partition& slabs, int ranks)
{
  if (slabs.ranks() != ranks)
    throw error({"the partition has ", slabs.ranks(), " parts, and there are ", ranks,
                 " ranks (each computes one part): make the partition for on.size() ranks"});
}

}  // namespace distributed

namespace detail
{

/// Calls sum(part of the lattice) on every rank whose slab is not empty. Throws `error` on all ranks if they call
/// different verbs or disagree about the lattice or the partition.
template <class Executor, class Transport, class Sum>
void on_slabs(const char* verb, const ranks<Executor, Transport>& on, const lattice& where, const partition& slabs,
              const Sum& sum)
{
  on.together(
      [&] {
        distributed::check_ranks(slabs, on.size());
        const lattice_part part = slabs.part(where, on.rank());
        if (!slabs.is_empty(on.rank())) sum(part);
      },
      distributed::fingerprint(verb).of(where).of(slabs));
}

}  // namespace detail

/// lattice_sum on several ranks: sets this rank's slab of the map.
///
/// \param on see ranks
/// \param sources all sources, on every rank: all_gather collects sources that are distributed
/// \param where the whole lattice, the same on every rank
/// \param slabs a partition of its shape, the same on every rank; it says where each slab lies in the whole
/// \param out this rank's slab, a view of slabs.shape(on.rank()), or add_to of one; not accessed if the slab is empty
///
/// Values have the bits that one rank computes, for any partition along z; along x and y too, unless the interaction's
/// reciprocal square root is rsqrt::mixed, which depends on a point's place in its thread's tile. Asynchronous like
/// lattice_sum, except that ranks ask each other for errors (see ranks). Errors on any rank are thrown on all.
template <class V, class Executor, class Transport, class Sources, class Out, class Interaction>
void lattice_sum(const ranks<Executor, Transport>& on, const Sources& sources, const lattice& where,
                 const partition& slabs, Out out, const Interaction& pair)
{
  detail::on_slabs("lattice_sum", on, where, slabs,
                   [&](const lattice_part& part) { gridfold::lattice_sum<V>(on.local(), sources, part, out, pair); });
}

/// lattice_sum on several ranks by the default variant for the whole lattice.
template <class Executor, class Transport, class Sources, class Out, class Interaction>
void lattice_sum(const ranks<Executor, Transport>& on, const Sources& sources, const lattice& where,
                 const partition& slabs, Out out, const Interaction& pair)
{
  detail::on_slabs("lattice_sum", on, where, slabs,
                   [&](const lattice_part& part) { gridfold::lattice_sum(on.local(), sources, part, out, pair); });
}

/// potential_map on several ranks: sets this rank's slab of the map, in charge per length. Parameters, bits and errors
/// are those of lattice_sum on several ranks.
template <class V, class Executor, class Transport, class Atoms, class Out>
void potential_map(const ranks<Executor, Transport>& on, const Atoms& atoms, const lattice& where,
                   const partition& slabs, Out out)
{
  detail::on_slabs("potential_map", on, where, slabs,
                   [&](const lattice_part& part) { gridfold::potential_map<V>(on.local(), atoms, part, out); });
}

/// potential_map on several ranks by the default variant for the whole lattice.
template <class Executor, class Transport, class Atoms, class Out>
void potential_map(const ranks<Executor, Transport>& on, const Atoms& atoms, const lattice& where,
                   const partition& slabs, Out out)
{
  detail::on_slabs("potential_map", on, where, slabs,
                   [&](const lattice_part& part) { gridfold::potential_map(on.local(), atoms, part, out); });
}

/// cutoff_sum on several ranks: sets this rank's slab of the map.
///
/// \param from the cells of all sources, on every rank, as sort_into_cells made them
/// \param pair as cutoff_sum takes it; the other parameters are those of lattice_sum on several ranks
///
/// Values have the bits that one rank computes if slabs along z begin at multiples of the variant's planes (the step of
/// the partition); else they may differ by rounding. Asynchronous like cutoff_sum, except that ranks ask each other for
/// errors. Errors on any rank are thrown on all.
template <class V, class Executor, class Transport, class Cells, class Out, class Interaction>
void cutoff_sum(const ranks<Executor, Transport>& on, const Cells& from, const lattice& where, const partition& slabs,
                Out out, const Interaction& pair)
{
  detail::on_slabs("cutoff_sum", on, where, slabs,
                   [&](const lattice_part& part) { gridfold::cutoff_sum<V>(on.local(), from, part, out, pair); });
}

/// cutoff_sum on several ranks by the default variant for the whole lattice.
template <class Executor, class Transport, class Cells, class Out, class Interaction>
void cutoff_sum(const ranks<Executor, Transport>& on, const Cells& from, const lattice& where, const partition& slabs,
                Out out, const Interaction& pair)
{
  detail::on_slabs("cutoff_sum", on, where, slabs,
                   [&](const lattice_part& part) { gridfold::cutoff_sum(on.local(), from, part, out, pair); });
}

/// point_sum on several ranks: sets the values at this rank's points.
///
/// \tparam V the variant; see verb_traits<verb::point_sum>
/// \param on see ranks
/// \param sources all sources, on every rank: all_gather collects sources that are distributed
/// \param points of this rank, any number, also none
/// \param out for these points, as point_sum takes it
/// Values are those of point_sum on one executor by the same variant. Asynchronous like point_sum, except that ranks
/// ask each other for errors. Errors on any rank are thrown on all.
template <class V, class Executor, class Transport, class Sources, class P, class Out, class Interaction>
void point_sum(const ranks<Executor, Transport>& on, const Sources& sources, const positions<P, 3>& points, Out&& out,
               const Interaction& pair)
{
  on.together([&] { gridfold::point_sum<V>(on.local(), sources, points, out, pair); },
              distributed::fingerprint("point_sum"));
}

/// point_sum on several ranks by the default variant for this rank's number of points. Ranks with different numbers of
/// points may use different variants; values may then differ by rounding from those of one rank. Name a variant to get
/// equal bits.
template <class Executor, class Transport, class Sources, class P, class Out, class Interaction>
void point_sum(const ranks<Executor, Transport>& on, const Sources& sources, const positions<P, 3>& points, Out&& out,
               const Interaction& pair)
{
  on.together([&] { gridfold::point_sum(on.local(), sources, points, out, pair); },
              distributed::fingerprint("point_sum"));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
