// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The method of a job and what it takes, by a model, before it runs.
#pragma once

#include <string>

#include "engine/engine.hpp"

namespace potential_map
{

/// What a processor can do in a job's precision.
struct abilities {
  double pairs;            ///< that a direct sum of Coulomb's interaction takes per second
  double tested_pairs;     ///< that a sum with a cutoff tests per second
  double mesh_cost;        ///< units of gridfold::detail::mesh_cost per second
  double memory;           ///< bytes that can still be allocated
  std::string lacks_mesh;  ///< why it has no particle meshes, and the cure; empty if it has
};

/// What a job takes, within a factor of about two.
struct forecast {
  method how;       ///< direct or mesh
  std::string why;  ///< automatic was asked for: the reason
  double pairs;     ///< that are computed or tested
  double seconds;
  double bytes;  ///< of the processor's memory
};

/// Chooses a job's method and predicts what it takes. `automatic` takes the mesh if the direct sum takes more than a
/// second and the mesh less time, and if the mesh can be had: its interaction is Coulomb's at full range, not softened,
/// and no variant of the direct sum is named. Throws gridfold::error if a mesh is required but missing or does not fit
/// the memory.
forecast foresee(const job& what, const abilities& processor);

/// How many of several GPUs shorten a run: one more takes a tenth of a second to get ready, which is more than the
/// others save in a short run. Direct sums are divided among GPUs; of a mesh four tenths are not (docs/use/ranks.md).
/// \param seconds that all maps take on one GPU
int gpus_that_pay(method how, double seconds, int gpus);

/// Chooses the method and predicts what a job takes on the processor that run would use. Several GPUs or processes
/// share a direct sum's time, but the method is that of one, so that the map is the same for any number. Throws
/// gridfold::error also if a GPU is required but missing.
///
/// \param maps how many are held in the host's memory at the same time
forecast foresee(const job& what, int processes = 1, double maps = 1);

}  // namespace potential_map
