// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's parts: one translation unit per processor and precision, which a build can compile in parallel.
#pragma once

#include <cstdint>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/view/triples.hpp>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/forecast.hpp"

namespace potential_map
{

/// A job in the number type of the computation: charges in the requested unit, positions relative to the lattice's
/// centre, where floating-point numbers are densest. It omits atoms beyond the cutoff of all points.
template <class T>
struct prepared {
  std::vector<gridfold::source<T>> atoms;
  gridfold::lattice where;
  double radius;             ///< the minimum on-point radius, from the rounding of the given coordinates
  gridfold::atom_box box{};  ///< around the atoms, with room for all of them
};

/// Planes of the map that one rank computes. Their values do not depend on the division of the map.
template <class T>
struct slab {
  gridfold::lattice_part planes;  ///< part of the prepared lattice
  T* values;                      ///< values of the first plane, in host memory
  int threads;                    ///< host: as in job
  gridfold::packed3<T>* field{};  ///< of the first plane; null unless the job asks for fields
};

/// Points of a list in the number type of the computation, relative to the atoms' centre.
template <class T>
struct prepared_points {
  std::vector<T> x, y, z;
};

/// The results at points.
template <class T>
struct point_sums {
  std::vector<T> values;
  std::vector<gridfold::packed3<T>> field;  ///< empty unless the job asks for fields
};

/// Computes a slab, and sets `done`'s variant, its counts of points on atoms, and the time of copying. Throws
/// gridfold::error.
template <class T>
void sum_on_host(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done, const progress& report);
template <class T>
void sum_on_device(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done, const progress& report);

/// Computes a slab by a particle mesh, and sets `done`'s mesh parameters, its counts of points on atoms, and the time
/// of copying. Throws gridfold::error.
template <class T>
void mesh_on_host(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done);
template <class T>
void mesh_on_device(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done);

/// Computes values at points by a particle mesh, and waits for them. Throws gridfold::error.
template <class T>
void mesh_at_points_on_host(const job& what, const prepared<T>& from, const prepared_points<T>& at, point_sums<T>& to,
                            point_outcome& done);
template <class T>
void mesh_at_points_on_device(const job& what, const prepared<T>& from, const prepared_points<T>& at, point_sums<T>& to,
                              point_outcome& done);

/// The reason why a processor has no particle meshes in this program, "what is wrong (why): what to do"; empty if it
/// has.
std::string host_lacks_mesh();
std::string device_lacks_mesh();

/// The names of the variants that a job may name.
std::vector<std::string> host_variants();
std::vector<std::string> device_variants();

/// Throws gridfold::error if the host's threads cannot be started: OpenMP's runtime would end the program.
/// \param threads as in job
void check_threads(int threads);

/// The processor's name for the user; empty for a missing GPU.
std::string host_name(int threads);
std::string device_name();

/// The number of threads that a job takes on the host.
/// \param threads as in job
int threads_of_host(int threads);

/// The number of GPUs, and the choice of one for the calls of this thread.
int device_count();
void use_device(int device);
/// Initialises a GPU for this process, which takes about a tenth of a second once. Does nothing if the GPU cannot be
/// used.
void wake_device(int device) noexcept;

/// Whether a job runs on the GPU. Throws gridfold::error if the GPU is required but missing.
bool on_device(processor on);

/// The abilities of a job's processor.
abilities host_abilities(const job& what);
abilities device_abilities(const job& what);

/// Some planes of a part.
inline gridfold::lattice_part planes_of(gridfold::lattice_part where, std::int64_t first, std::int64_t count)
{
  where.first.z += first;
  where.shape.z = count;
  return where;
}

/// Number of planes whose sums with a cutoff are computed together. Slabs that begin at multiples of it have the bits
/// of the whole map.
inline constexpr std::int64_t planes_of_tile = 8;

}  // namespace potential_map
