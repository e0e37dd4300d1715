// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particle-mesh potential map: every atom at every point, in a time proportional to atoms and points.
///
/// The interaction is split (coulomb_split.hpp, yukawa_split.hpp). The near part is a cutoff_sum. The smooth part needs
/// few nodes: atoms are spread over a mesh, the mesh is convolved with the smooth part by Fourier transforms, and
/// lattice points are interpolated. Sources: R. W. Hockney and J. W. Eastwood, Computer Simulation Using Particles
/// (1988); docs/use/particle_mesh.md.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/add_to.hpp>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/lattice_fields.hpp>
#include <gridfold/electrostatics/mesh_convolution.hpp>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/near_part.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan of potential maps on one lattice or a part of one, for atoms in one box. It owns all memory: cells, mesh,
/// tables and Fourier transforms. Made by make_particle_mesh; it serves one call at a time.
///
/// \tparam T float or double: of atoms, mesh and arithmetic
/// \tparam Decomposition how atoms are spread over the mesh: `gather` is bitwise equal in every run; `scatter` adds
///   atomically to the mesh; `variant<scatter, exchange_shared>` adds atomically to a part of the mesh in shared memory
///   first. In lists of variants, `variant<gather>` and `variant<scatter>` stand for the first two
/// \tparam Fourier a fourier_transform
/// \tparam Near the variant of the near part's cutoff_sum; void for the executor's default
/// \tparam Boundary `boundary::open`, or `boundary::periodic`: the box of the atoms is one period of an infinite
///   crystal, and an atom or a point outside counts as its image inside. The potential is Ewald's, for a crystal
///   surrounded by a conductor; a period of charge Q gets a uniform background of charge -Q. The mean of the potential
///   over the period is zero, whatever the parameters. With `yukawa` it is the sum over all images, without a
///   background.
/// \tparam Interaction `coulomb<>` or `yukawa<>`
template <class Executor, class T, class Decomposition, class Fourier, class Near = void,
          class Boundary = boundary::open, class Interaction = coulomb<>>
class particle_mesh {
  using spreading = typename electrostatics::plan_types<T, Decomposition, Boundary>::spreading;

 public:
  particle_mesh(const Executor& on, const lattice_part& where, const atom_box& atoms, const mesh_parameters& chosen,
                const Interaction& pair = {})
      : points_(where.shape), near_(on, where, atoms, chosen, pair), mesh_(on, where, chosen, near_.green(chosen))
  {
  }

  /// Sets out(k, j, i) to the potential of the atoms at lattice point (i, j, k), in charge per length (e/Å). On
  /// `device` asynchronous on the executor's stream; allocates nothing and does not synchronise.
  ///
  /// \param atoms a container or span of source<T> in memory that the executor reads, at most the plan's capacity. With
  ///   an open boundary an atom may lie outside of the plan's box as long as its window lies on the mesh. Otherwise, or
  ///   if an atom has a NaN coordinate, every value becomes NaN (docs/learn/questions.md).
  /// \param out an mdspan of the lattice's or the part's extents (shape.z, shape.y, shape.x) in memory that the
  ///   executor writes, or add_to of one
  /// \param at_sources the policy for a point on an atom: `singularity::skip` leaves that atom out there
  /// \param after called after each step, with its mesh_step, see mesh_step_observer
  template <class Atoms, class Out, class Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void operator()(const Atoms& atoms, Out out, const Singularity& at_sources = {},
                  After after = {}) requires(!electrostatics::lattice_output<Singularity>)
  {
    near_.sort(atoms);
    after(mesh_step::sort);
    near_.sum(out, at_sources);
    after(mesh_step::near_sum);
    mesh_.add(near_.cells(), core::target_of(out), after);
  }

  /// Also sets fields(k, j, i) to the field, minus the gradient of the potential, in charge per length squared. The
  /// plan is one with_fields, see mesh_request. At a point on an atom, the field omits that atom.
  ///
  /// \param fields an mdspan of the extents of `out` of packed3 or aligned3, or components(pointer, shape); or add_to
  ///   of one if `out` is
  template <class Atoms, class Out, electrostatics::lattice_output Fields, class Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void operator()(const Atoms& atoms, Out out, Fields fields, const Singularity& at_sources = {}, After after = {})
  {
    parameters().require_fields();
    near_.sort(atoms);
    after(mesh_step::sort);
    const auto outputs = [&](role as) {
      return electrostatics::field_output_of<T>(near_.on(), out, fields, points_, as);
    };
    near_.sum_fields(outputs(core::adds<Fields> ? role::update : role::output), at_sources, core::adds<Fields>);
    after(mesh_step::near_sum);
    mesh_.add(near_.cells(), outputs(role::update), after);
  }

  /// Sets fields alone.
  template <class Atoms, electrostatics::lattice_output Fields, class Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void fields(const Atoms& atoms, Fields fields, const Singularity& at_sources = {}, After after = {})
  {
    (*this)(atoms, kernel::no_potentials{}, fields, at_sources, after);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return mesh_.parameters(); }

  /// The chosen parameters and the reasons, in sentences.
  [[nodiscard]] std::string describe() const { return gridfold::description_of(parameters()); }

 private:
  using mesh = electrostatics::mesh_convolution<Executor, T, spreading, Fourier, Boundary>;

  shape3 points_;
  electrostatics::near_part<Executor, T, Near, Boundary, Interaction> near_;
  mesh mesh_;
};

/// A plan of potential maps of `source<T>` on a lattice: allocates, transforms the Green's function and waits for it.
///
///   auto plan = gf::make_particle_mesh(on, where, {.low = ..., .high = ..., .capacity = 100000}, {.accuracy = 1e-5});
///   plan(atoms, out);  // and again, with other atoms
///
/// \tparam T float or double
/// \tparam Decomposition `gather`, `scatter` or `variant<scatter, exchange_shared>`, see particle_mesh
/// \tparam Boundary `boundary::open` or `boundary::periodic`, see particle_mesh
/// \param on the executor of the plan's calls; include the header of its Fourier transform (fourier.hpp)
/// \param where the lattice, or a part of one. A part's values equal those of the whole lattice; they are bitwise equal
///   if the atoms are gathered and the part begins at multiples of the near part's `planes`
/// \param atoms the atoms' box; one period, if it is periodic
/// \param pair `coulomb<>`, or `yukawa<>{.kappa = ...}` for charges that an electrolyte screens
/// Throws `error` for a request that cannot be met and when out of memory.
template <class T = float, class Decomposition = gather, class Boundary = boundary::open, class Interaction = coulomb<>,
          class Executor, core::lattice_or_part Where = lattice>
auto make_particle_mesh(const Executor& on, const Where& where, const atom_box& atoms, const mesh_request& asked = {},
                        const Interaction& pair = {})
{
  core::executor_argument<Executor>::check();
  using fourier = typename default_fourier<Executor, T>::type;
  return particle_mesh<Executor, T, Decomposition, fourier, void, Boundary, Interaction>(
      on, where, atoms,
      choose_mesh<T, Boundary>(lattice_part(where).whole, atoms, asked,
                               electrostatics::split_of<Interaction>::kappa(pair)),
      pair);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
