// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particle-mesh potential map on several ranks. Include it by name, like electrostatics/particle_mesh.hpp, and a
/// Fourier transform.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/arguments.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/lattice_fields.hpp>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <optional>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan of potential maps of which each rank computes a slab. Every rank has a plan of its own with the whole mesh:
/// it spreads all atoms and transforms them, and sums and interpolates in its slab only. A rank whose slab is empty has
/// no plan. Made by make_particle_mesh; see particle_mesh.
///
/// \tparam Plan the particle_mesh of one rank; \tparam Interaction its interaction
template <class Executor, class Transport, class Plan, class Interaction = coulomb<>>
class particle_mesh_on_ranks {
 public:
  /// Makes the plans on all ranks. An error of one rank is thrown on all, also if ranks disagree about lattice,
  /// partition or mesh.
  particle_mesh_on_ranks(const ranks<Executor, Transport>& on, const lattice& where, const partition& slabs,
                         const atom_box& atoms, const mesh_parameters& chosen, const Interaction& pair = {})
      : on_(on),
        parameters_(chosen),
        arguments_(distributed::fingerprint("particle_mesh")
                       .of(where)
                       .of(slabs)
                       .of(chosen.nodes)
                       .of(std::int64_t{chosen.has_fields})
                       .of(atoms.capacity)
                       .of(electrostatics::split_of<Interaction>::kappa(pair)))
  {
    on_.together(
        [&] {
          distributed::check_ranks(slabs, on_.size());
          const lattice_part part = slabs.part(where, on_.rank());
          if (!slabs.is_empty(on_.rank())) plan_.emplace(on_.local(), part, atoms, chosen, pair);
        },
        arguments_);
  }

  /// Sets this rank's slab, see particle_mesh. On `device` the plan's work is asynchronous; ranks ask each other for
  /// errors.
  /// \param atoms all atoms, on every rank
  /// \param out this rank's slab, a view of slabs.shape(on.rank()), or add_to of one; not accessed if it is empty
  template <class Atoms, class Out, class Singularity = singularity::skip>
  void operator()(const Atoms& atoms, Out out,
                  const Singularity& at_sources = {}) requires(!electrostatics::lattice_output<Singularity>)
  {
    on_.together(
        [&] {
          if (plan_) (*plan_)(atoms, out, at_sources);
        },
        arguments_);
  }

  /// Also sets the fields in this rank's slab, see particle_mesh.
  template <class Atoms, class Out, electrostatics::lattice_output Fields, class Singularity = singularity::skip>
  void operator()(const Atoms& atoms, Out out, Fields fields, const Singularity& at_sources = {})
  {
    on_.together(
        [&] {
          if (plan_) (*plan_)(atoms, out, fields, at_sources);
        },
        arguments_);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return parameters_; }

  /// The chosen parameters and the reasons, in sentences.
  [[nodiscard]] std::string describe() const { return gridfold::description_of(parameters()); }

 private:
  ranks<Executor, Transport> on_;
  mesh_parameters parameters_;
  distributed::fingerprint arguments_;
  std::optional<Plan> plan_;
};

/// A plan of potential maps on several ranks: allocates, transforms the Green's function and waits for it on each.
///
///   auto plan = gf::make_particle_mesh(on, where, slabs, {.low = ..., .high = ..., .capacity = 100000});
///   plan(atoms, slab);
///
/// Values have the bits that one rank computes if atoms are gathered (the default) and slabs along z begin at multiples
/// of the `planes` of cutoff_sum's default variant; else they may differ by rounding. All ranks need processors of one
/// model, because Fourier transforms round differently on others.
///
/// \param on see ranks; the other parameters are those of make_particle_mesh on one executor
/// \param where the whole lattice, \param slabs a partition of its shape: the same on every rank
/// Throws `error` on all ranks for a request that cannot be met and when one is out of memory.
template <class T = float, class Decomposition = gather, class Boundary = boundary::open, class Interaction = coulomb<>,
          class Executor, class Transport>
auto make_particle_mesh(const ranks<Executor, Transport>& on, const lattice& where, const partition& slabs,
                        const atom_box& atoms, const mesh_request& asked = {}, const Interaction& pair = {})
{
  using fourier = typename default_fourier<Executor, T>::type;
  using plan = particle_mesh<Executor, T, Decomposition, fourier, void, Boundary, Interaction>;
  const double kappa = electrostatics::split_of<Interaction>::kappa(pair);
  std::optional<mesh_parameters> chosen;
  on.together([&] { chosen = choose_mesh<T, Boundary>(where, atoms, asked, kappa); },
              distributed::fingerprint("make_particle_mesh").of(where).of(slabs).of(kappa));
  return particle_mesh_on_ranks<Executor, Transport, plan, Interaction>(on, where, slabs, atoms, *chosen, pair);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
