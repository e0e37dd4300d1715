// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum by a particle mesh, on any executor.
#pragma once

#include <cuda/std/span>
#include <gridfold/electrostatics/particle_mesh.hpp>

#include "engine/atom_box.hpp"
#include "engine/parts.hpp"

namespace potential_map
{

/// Computes the planes of a slab and waits for them. Every rank spreads all atoms over a mesh of its own.
/// \param atoms those of `from`, in memory that the executor reads
/// \param values of the slab, in memory that the executor writes
/// \param infinities a counter in memory that kernels write
template <class T, class Executor>
gridfold::mesh_parameters sum_by_mesh(const Executor& on, const job& what, const prepared<T>& from,
                                      cuda::std::span<const gridfold::source<T>> atoms, const slab<T>& of, T* values,
                                      unsigned long long* infinities)
{
  auto plan = gridfold::make_particle_mesh<T>(on, of.planes, box_of(from.atoms), {.accuracy = what.accuracy});
  const auto out = gridfold::view_of(values, of.planes.shape);
  if (what.at_atoms == singularity::infinite)
    plan(atoms, out, gridfold::singularity::infinite{infinities, from.radius});
  else
    plan(atoms, out, gridfold::singularity::skip{nullptr, from.radius});
  on.wait();
  return plan.parameters();
}

}  // namespace potential_map
