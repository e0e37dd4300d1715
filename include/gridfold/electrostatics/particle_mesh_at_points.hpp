// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potentials and fields at points of a list, and at the atoms themselves.
///
/// The split and the mesh are those of particle_mesh.hpp. At a point the near part is a sum over the atoms of the cells
/// in reach, and the smooth part is interpolated from all nodes that the window reaches; its field is minus the
/// derivative of the interpolated potential (U. Essmann et al., J. Chem. Phys. 103 (1995) 8577, smooth PME).
/// docs/use/particle_mesh.md.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_at_points.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/mesh_sums.hpp>
#include <gridfold/electrostatics/near_part.hpp>
#include <gridfold/electrostatics/sums_at_points.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <iterator>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan of potentials and fields at points, for atoms in one box and points in another. It owns all memory. Made by
/// make_particle_mesh_at_points; it serves one call at a time. On `device` calls are asynchronous on the executor's
/// stream; they allocate nothing, do not synchronise, and can be captured into a graph.
///
/// Potentials are in charge per length (e/Å); fields, minus the gradient, in charge per length squared. Atoms, the
/// singularity policy, boundaries and interactions are those of particle_mesh. At a point on an atom, the field omits
/// that atom. A point whose window leaves an open mesh, and one with a coordinate that is not finite, gets NaN; in a
/// period a point counts as its image inside.
///
/// The template parameters are those of particle_mesh.
template <class Executor, class T, class Decomposition, class Fourier, class Boundary = boundary::open,
          class Interaction = coulomb<>>
class particle_mesh_at_points {
 public:
  /// \param chosen by choose_mesh_at_points
  particle_mesh_at_points(const Executor& on, const point_box& points, const atom_box& atoms,
                          const mesh_parameters& chosen, const Interaction& pair = {})
      : on_(on), sums_(on, points.capacity, atoms, chosen, pair)
  {
  }

  /// Sets potentials[n] to the potential of the atoms at point n.
  ///
  /// \param atoms a container or span of source<T> in memory that the executor reads, at most the plan's capacity
  /// \param points positions in the unit of the atoms', in memory that the executor reads, at most the plan's capacity
  /// \param potentials a container, span or one-dimensional mdspan of one number per point
  /// \param at_sources the policy for a point on an atom
  /// \param after called after each step, with its mesh_step, see mesh_step_observer
  template <class Atoms, class Potentials, electrostatics::says_what_holds_at_sources Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void operator()(const Atoms& atoms, const positions<T, 3>& points, Potentials&& potentials,
                  const Singularity& at_sources = {}, After after = {})
  {
    (*this)(atoms, points, potentials, kernel::no_fields{}, at_sources, after);
  }

  /// Also sets fields[n] to the field at point n.
  /// \param fields a container or span of packed3 or aligned3, or a one-dimensional mdspan of triples, such as
  ///   components(pointer, size)
  template <class Atoms, class Potentials, electrostatics::fields_output Fields, class Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void operator()(const Atoms& atoms, const positions<T, 3>& points, Potentials&& potentials, Fields&& fields,
                  const Singularity& at_sources = {}, After after = {})
  {
    sums_.at_list(atoms, points, electrostatics::outputs_at(on_, potentials, fields, points.size()), at_sources, after);
  }

  /// Sets potentials[n] to the potential at atom n of all other atoms; in a period also of its own images. The energy
  /// is half of the sum of charges times potentials.
  template <class Atoms, class Potentials, electrostatics::says_what_holds_at_sources Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void at_atoms(const Atoms& atoms, Potentials&& potentials, const Singularity& at_sources = {}, After after = {})
  {
    at_atoms(atoms, potentials, kernel::no_fields{}, at_sources, after);
  }

  /// Also sets fields[n] to the field of all other atoms at atom n; the force on the atom is its charge times the
  /// field. The forces add up to zero up to rounding: the fields get the smallest correction, in the sum of squares,
  /// that achieves this. It is less than the plan's error.
  template <class Atoms, class Potentials, electrostatics::fields_output Fields, class Singularity = singularity::skip,
            mesh_step_observer After = no_mesh_step_observer>
  void at_atoms(const Atoms& atoms, Potentials&& potentials, Fields&& fields, const Singularity& at_sources = {},
                After after = {})
  {
    const auto to = electrostatics::outputs_at(on_, potentials, fields, static_cast<std::int64_t>(std::size(atoms)));
    sums_.at_atoms(atoms, to, at_sources, after);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return sums_.parameters(); }

  /// The chosen parameters and the reasons, in sentences.
  [[nodiscard]] std::string describe() const { return gridfold::description_of(parameters()); }

 private:
  Executor on_;
  electrostatics::mesh_sums<Executor, T, Decomposition, Fourier, Boundary, Interaction> sums_;
};

/// A plan of potentials and fields at points, and at the atoms: allocates, transforms the Green's function and waits
/// for it.
///
///   auto plan = gf::make_particle_mesh_at_points(on, {.low = ..., .high = ..., .capacity = 5000}, atom_box, {});
///   plan(atoms, gf::positions(x, y, z), potentials, fields);  // and again, with other atoms and points
///   plan.at_atoms(atoms, potentials, fields);
///
/// \param points the points' box, inside or outside of the atoms'
/// \param atoms the atoms' box; one period, if it is periodic
/// \param asked as for make_particle_mesh; `accuracy` holds for potentials and fields, each relative to its own size
/// \param pair `coulomb<>`, or `yukawa<>{.kappa = ...}` for charges that an electrolyte screens
/// The template parameters and errors are those of make_particle_mesh.
template <class T = float, class Decomposition = gather, class Boundary = boundary::open, class Interaction = coulomb<>,
          class Executor>
auto make_particle_mesh_at_points(const Executor& on, const point_box& points, const atom_box& atoms,
                                  const mesh_request& asked = {}, const Interaction& pair = {})
{
  core::executor_argument<Executor>::check();
  using fourier = typename default_fourier<Executor, T>::type;
  return particle_mesh_at_points<Executor, T, Decomposition, fourier, Boundary, Interaction>(
      on, points, atoms,
      choose_mesh_at_points<T, Boundary>(points, atoms, asked, electrostatics::split_of<Interaction>::kappa(pair)),
      pair);
}

/// A plan for points in the atoms' box, at most the atoms' number.
template <class T = float, class Decomposition = gather, class Boundary = boundary::open, class Interaction = coulomb<>,
          class Executor>
auto make_particle_mesh_at_points(const Executor& on, const atom_box& atoms, const mesh_request& asked = {},
                                  const Interaction& pair = {})
{
  return gridfold::make_particle_mesh_at_points<T, Decomposition, Boundary>(
      on, point_box{atoms.low, atoms.high, atoms.capacity}, atoms, asked, pair);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
