// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum by a particle mesh, on any executor.
#pragma once

#include <cuda/std/span>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/electrostatics/yukawa.hpp>

#include "engine/any_singularity.hpp"
#include "engine/atom_box.hpp"
#include "engine/parts.hpp"
#include "engine/split_degrees.hpp"

namespace potential_map
{

/// sum_by_mesh for an interaction that a plan supports.
template <class T, class Executor, class Interaction>
gridfold::mesh_parameters sum_by_mesh_of(const Interaction& pair, const Executor& on, const job& what,
                                         const prepared<T>& from, cuda::std::span<const gridfold::source<T>> atoms,
                                         const slab<T>& of, T* values, unsigned long long* infinities)
{
  const gridfold::mesh_request asked{.accuracy = what.accuracy};
  const auto run = [&](auto plan) {
    const auto out = gridfold::view_of(values, of.planes.shape);
    plan(atoms, out, left_out_or_infinite{{nullptr, from.radius}, what.at_atoms == singularity::infinite, infinities});
    on.wait();
    return plan.parameters();
  };
  using namespace gridfold;
  if (what.period)
    return run(make_particle_mesh<T, gather, boundary::triclinic>(
        on, of.planes, box_of(*what.period, from.atoms.size()), asked, pair));
  return run(make_particle_mesh<T>(on, of.planes, box_of(from.atoms), asked, pair));
}

/// Computes the planes of a slab and waits for them. Every rank spreads all atoms over its own mesh. \param atoms of
/// `from`, in memory that the executor reads
/// \param values of the slab, in memory that the executor writes
/// \param infinities a counter in memory that kernels write
template <class T, class Executor>
gridfold::mesh_parameters sum_by_mesh(const Executor& on, const job& what, const prepared<T>& from,
                                      cuda::std::span<const gridfold::source<T>> atoms, const slab<T>& of, T* values,
                                      unsigned long long* infinities)
{
  const auto by = [&](const auto& pair) { return sum_by_mesh_of(pair, on, what, from, atoms, of, values, infinities); };
  return what.pair == interaction::yukawa ? by(gridfold::yukawa<>{what.kappa}) : by(gridfold::coulomb<>{});
}

}  // namespace potential_map
