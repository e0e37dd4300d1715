// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Predicts a job's method, time and memory, before it runs.
#pragma once

#include <gridfold/core/lattice.hpp>
#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace potential_map
{

/// The speeds and limits of a processor in a job's precision.
struct abilities {
  double pairs;            ///< pairs of Coulomb's interaction per second in a direct sum
  double tested_pairs;     ///< tested pairs per second in a sum with a cutoff
  double mesh_cost;        ///< units of gridfold::detail::mesh_cost per second
  double memory;           ///< bytes that can still be allocated
  std::string lacks_mesh;  ///< the reason why it has no particle meshes, and the remedy; empty if it has
};

/// The predicted cost of a job, within a factor of about two.
struct forecast {
  method how;       ///< direct or mesh
  std::string why;  ///< the reason for the chosen method, if it was `automatic`
  double pairs;     ///< number of computed or tested pairs
  double seconds;
  double bytes;  ///< bytes of the processor's memory
};

/// Chooses a job's method and predicts its cost. `automatic` takes the mesh if it is faster than a direct sum of more
/// than a second, and possible: the interaction is Coulomb's at full range, not softened, and no variant of the direct
/// sum is named. Throws gridfold::error if a mesh is required but missing or does not fit the memory.
forecast foresee(const job& what, const abilities& processor);

/// Chooses the method of values at points [Å] and predicts its cost, on the processor that run_at would use.
forecast foresee_at(const job& what, const std::vector<gridfold::vec3>& points);

/// The number of GPUs that makes a run shortest. Each GPU takes a tenth of a second to initialise, more than it saves
/// in a short run. Direct sums are divided among GPUs; four tenths of a mesh are not (docs/use/ranks.md). \param
/// seconds of all maps on one GPU
int gpus_that_pay(method how, double seconds, int gpus);

/// Chooses the method and predicts the cost of a job on the processor that run would use. Several GPUs or processes
/// share a direct sum's time, but the method is chosen as for one, so that the map does not depend on their number.
/// Throws gridfold::error also if a GPU is required but missing.
///
/// \param maps number of maps in the host's memory at the same time
forecast foresee(const job& what, int processes = 1, double maps = 1);

}  // namespace potential_map
