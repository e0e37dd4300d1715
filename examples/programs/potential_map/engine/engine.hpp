// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine: computes a potential map with one of the variants compiled into the program, on the GPU or the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/view/triples.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace potential_map
{

enum class interaction { coulomb, yukawa, distance_dielectric, gaussian };
enum class precision { single, twice };
enum class singularity { leave_out, infinite, softened };
enum class processor { automatic, cuda, host };
/// How the sum over all atoms is computed: every pair, or by a particle mesh (docs/use/particle_mesh.md).
enum class method { automatic, direct, mesh };

/// What to compute.
struct job {
  std::vector<gridfold::source<double>> atoms;       ///< positions [Å], charges [e]
  double rounding = 0;                               ///< of stored coordinates of atoms and points [Å]
  gridfold::lattice where;                           ///< [Å]
  std::optional<gridfold::period_vectors> period{};  ///< of the crystal whose images are summed, by a mesh [Å]
  double unit = 1;                                   ///< the requested unit in e/Å; every value is multiplied by it
  interaction pair = interaction::coulomb;
  double kappa = 0;  ///< yukawa: inverse screening length [1/Å]
  double dielectric =
      1;              ///< coulomb, yukawa: relative permittivity; distance_dielectric: its increase per length [1/Å]
  double width = 1;   ///< gaussian: standard deviation [Å]
  double cutoff = 0;  ///< distance beyond which an atom contributes nothing, and where the interaction is shifted to
                      ///< zero [Å]; 0: none
  method how = method::automatic;
  double accuracy = 1e-5;  ///< mesh: as in gridfold::mesh_request
  precision digits = precision::single;
  singularity at_atoms = singularity::leave_out;
  double softening = 0.5;  ///< softened: delta [Å]
  processor on = processor::automatic;
  int threads = 0;  ///< host: number of OpenMP threads, 0 for the default
  int ranks = 1;    ///< cuda: GPUs, 0 for all; host: parts computed at the same time
  std::int64_t device_memory =
      0;                    ///< cuda: largest number of bytes of each device's memory to use, 0 for all free ones
  std::string variant;      ///< name of a direct sum's variant, empty for the fastest
  bool in_slabs = false;    ///< several processes: each keeps its planes of the map
  bool with_field = false;  ///< mesh: also the field, minus the gradient of the potential
};

/// Vectors in either precision: fields at the points of a map or of a list, in the requested unit per Å.
using any_vectors = std::variant<std::vector<gridfold::packed3<float>>, std::vector<gridfold::packed3<double>>>;

/// Counts of points that lie on atoms.
struct coincidences {
  unsigned long long left_out = 0;  ///< pairs left out because the point lies on the atom
  unsigned long long infinite = 0;  ///< points that are infinite because they lie on atoms
};

/// The result of a job.
struct outcome {
  std::variant<gridfold::field<float>, gridfold::field<double>> map = gridfold::field<float>(gridfold::lattice{});
  std::string ran_on{};   ///< the processor's name
  std::string variant{};  ///< the variant's name; empty for a mesh
  double seconds = 0;     ///< wall time of the computation, transfers included
  double copying = 0;     ///< of these, for copying values from a GPU: the longest time among process 0's ranks
  coincidences on_atoms{};
  std::optional<gridfold::mesh_parameters> mesh{};  ///< the parameters of a mesh
  std::vector<std::int64_t> planes_of{};            ///< number of planes that each process has computed
  any_vectors field{};                              ///< at the map's points, if a job asks for it
  double in_mesh = 0;  ///< seconds in the steps of a mesh: the longest time among process 0's ranks
};

/// Called repeatedly with the completed share of the work, from 0 to 1.
using progress = std::function<void(double)>;

/// Whether a lattice is one layer of points across x or y. Such a map is computed as a layer across z, by one rank,
/// because the threads of a block share rows of points along x.
bool is_layer_across_rows(const gridfold::lattice& where);

/// Computes a map; a job without a method (foresee in forecast.hpp chooses one) is summed directly. Throws
/// gridfold::error with a sentence for the user if there is no GPU, memory runs out, the variant is unknown, or a sum
/// exceeds the range of the precision.
outcome run(const job& what, const progress& report);

class processes;
/// Computes a map on several processes, each of which calls this. Only process 0's job counts, and only its map is
/// whole; if the job is in slabs, each process has a map of its planes, the planes of process 0 first. An error of any
/// process is thrown on all.
outcome run(const job& what, const progress& report, const processes& by);

/// Values at points that lie on no lattice.
struct point_outcome {
  std::variant<std::vector<float>, std::vector<double>> values;
  std::string ran_on;  ///< the processor's name
  double seconds = 0;
  coincidences on_atoms{};
  std::optional<gridfold::mesh_parameters> mesh{};  ///< the parameters of a mesh
  any_vectors field{};                              ///< at the points, if a job asks for it
};

/// Computes the values of a job at points [Å], at least one, by a direct sum unless the method is a mesh; ignores the
/// job's lattice, cutoff and variant. Throws gridfold::error as run does.
point_outcome run_at(const job& what, const std::vector<gridfold::vec3>& points);

/// The names of variants for a processor; automatic: the processor that run would choose.
std::vector<std::string> variant_names(processor on);

}  // namespace potential_map
