// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particle-mesh potential map on several ranks that share one mesh. Include it by name, and a Fourier transform on
/// ranks: distributed/fftw.hpp or distributed/cufft.cuh.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/add_to.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/mesh_in_slabs.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/lattice_fields.hpp>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/near_part.hpp>
#include <gridfold/exec/executor.hpp>
#include <optional>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan of potential maps of which each rank computes a slab, with the mesh in slabs too: each rank spreads the atoms
/// over its planes, and all ranks transform the mesh together. Made by make_particle_mesh_in_slabs; see particle_mesh.
///
/// \tparam Fourier a fourier_transform_on_ranks; the other parameters are those of particle_mesh
template <class Executor, class Transport, class T, class Fourier, class Boundary, class Interaction>
class particle_mesh_in_slabs {
  static_assert(!core::is_triclinic<Boundary>,
                "gridfold: a triclinic mesh has no slabs (its lattices are interpolated from the whole mesh): call "
                "make_particle_mesh, which divides the lattice alone among the ranks");

 public:
  /// Makes the plans on all ranks. An error of one rank is thrown on all, also if ranks disagree about lattice,
  /// partition or mesh.
  particle_mesh_in_slabs(const ranks<Executor, Transport>& on, const lattice& where, const partition& slabs,
                         const atom_box& atoms, const mesh_parameters& chosen, const Interaction& pair)
      : on_(on),
        parameters_(chosen),
        points_(slabs.shape(on.rank())),
        has_points_(!slabs.is_empty(on.rank())),
        arguments_(distributed::fingerprint("particle_mesh_in_slabs")
                       .of(where)
                       .of(slabs)
                       .of(chosen.nodes)
                       .of(std::int64_t{chosen.has_fields})
                       .of(atoms.capacity)
                       .of(electrostatics::split_of<Interaction>::kappa(pair)))
  {
    on_.together([&] { near_.emplace(on_.local(), slabs.part(where, on_.rank()), atoms, chosen, pair); }, arguments_);
    mesh_.emplace(on_, where, slabs, chosen, near_->green(chosen));
  }

  /// Sets this rank's slab, see particle_mesh. Ranks wait for each other.
  /// \param atoms all atoms, on every rank
  /// \param out this rank's slab, a view of slabs.shape(on.rank()), or add_to of one; not accessed if it is empty
  template <class Atoms, class Out, class Singularity = singularity::skip>
  void operator()(const Atoms& atoms, Out out,
                  const Singularity& at_sources = {}) requires(!electrostatics::lattice_output<Singularity>)
  {
    on_.together(
        [&] {
          near_->sort(atoms);
          if (has_points_) near_->sum(out, at_sources);
        },
        arguments_);
    mesh_->add(near_->cells(), core::target_of(out));
  }

  /// Also sets the fields in this rank's slab, see particle_mesh.
  template <class Atoms, class Out, electrostatics::lattice_output Fields, class Singularity = singularity::skip>
  void operator()(const Atoms& atoms, Out out, Fields fields, const Singularity& at_sources = {})
  {
    const auto outputs = [&](role as) {
      return electrostatics::field_output_of<T>(on_.local(), out, fields, points_, as);
    };
    on_.together(
        [&] {
          parameters_.require_fields();
          near_->sort(atoms);
          constexpr bool adds = core::adds<Fields>;
          if (has_points_) near_->sum_fields(outputs(adds ? role::update : role::output), at_sources, adds);
        },
        arguments_);
    mesh_->add_fields(near_->cells(), [&] { return outputs(role::update); });
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return parameters_; }

  /// The chosen parameters and the reasons, in sentences.
  [[nodiscard]] std::string describe() const { return gridfold::description_of(parameters()); }

 private:
  ranks<Executor, Transport> on_;
  mesh_parameters parameters_;
  shape3 points_;
  bool has_points_;
  distributed::fingerprint arguments_;
  std::optional<electrostatics::near_part<Executor, T, void, Boundary, Interaction>> near_;
  std::optional<distributed::mesh_in_slabs<Executor, Transport, T, Fourier, Boundary>> mesh_;
};

/// A plan of potential maps on several ranks with one mesh, whose memory and time are divided among the ranks. Each
/// call exchanges the spectrum twice. make_particle_mesh instead gives each rank the whole mesh and exchanges nothing.
///
///   auto plan = gf::make_particle_mesh_in_slabs(on, where, slabs, {.low = ..., .high = ..., .capacity = 100000});
///   plan(atoms, slab);
///
/// Atoms are gathered, so results have equal bits in every run; for different numbers of ranks they may differ by
/// rounding. All ranks need processors of one model.
///
/// \param on see ranks; the other parameters are those of make_particle_mesh on one executor
/// \param where the whole lattice, \param slabs a partition of its shape along z: the same on every rank
/// Throws `error` on all ranks for a request that cannot be met and when one is out of memory.
template <class T = float, class Boundary = boundary::open, class Interaction = coulomb<>, class Executor,
          class Transport>
auto make_particle_mesh_in_slabs(const ranks<Executor, Transport>& on, const lattice& where, const partition& slabs,
                                 const atom_box& atoms, const mesh_request& asked = {}, const Interaction& pair = {})
{
  using fourier = typename default_fourier_on_ranks<T, Executor, Transport>::type;
  const double kappa = electrostatics::split_of<Interaction>::kappa(pair);
  std::optional<mesh_parameters> chosen;
  on.together(
      [&] {
        distributed::check_ranks(slabs, on.size());
        static_cast<void>(slabs.part(where, on.rank()));
        if (slabs.axis() != along::z)
          throw error(
              "the slabs of a map by a mesh in slabs are along x or y (planes of the mesh are along z): make "
              "the partition along::z");
        chosen = choose_mesh<T, Boundary>(where, atoms, asked, kappa);
      },
      distributed::fingerprint("make_particle_mesh_in_slabs").of(where).of(slabs).of(kappa));
  return particle_mesh_in_slabs<Executor, Transport, T, fourier, Boundary, Interaction>(on, where, slabs, atoms,
                                                                                        *chosen, pair);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
