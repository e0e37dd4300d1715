// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sums of particle-mesh plans at points: near part, mesh and interpolation.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/positions.hpp>
#include <gridfold/electrostatics/mesh_at_points.hpp>
#include <gridfold/electrostatics/mesh_convolution.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/near_part.hpp>
#include <gridfold/electrostatics/sums_at_points.hpp>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// Owns the cells of the atoms, the mesh, and the order of the points. Outputs are those of outputs_at.
///
/// The template parameters are those of particle_mesh.
template <class Executor, class T, class Decomposition, class Fourier, class Boundary, class Interaction>
class mesh_sums {
  using spreading = typename plan_types<T, Decomposition, Boundary>::spreading;

 public:
  mesh_sums(const Executor& on, std::int64_t points, const atom_box& atoms, const mesh_parameters& chosen,
            const Interaction& pair)
      : atoms_(on, atoms, chosen, pair),
        mesh_(on, chosen, atoms_.green(chosen)),
        sums_(on, atoms_.cells().box, points, atoms.capacity)
  {
  }

  /// Sets the outputs to the sums at the points of a list.
  template <class Atoms, class Outputs, class Singularity, class After>
  void at_list(const Atoms& atoms, const positions<T, 3>& points, const Outputs& to, const Singularity& at_sources,
               After& after)
  {
    atoms_.sort(atoms);
    const auto at = sums_.of_list(points);
    after(mesh_step::sort);
    add_up(at, to, at_sources, after);
    after(mesh_step::interpolate);
  }

  /// Sets the outputs to the sums at the atoms, with forces that add up to zero.
  template <class Atoms, class Outputs, class Singularity, class After>
  void at_atoms(const Atoms& atoms, const Outputs& to, const Singularity& at_sources, After& after)
  {
    atoms_.sort(atoms);
    after(mesh_step::sort);
    add_up(sums_.of(atoms_.cells()), to, at_sources, after);
    balance(to);
    after(mesh_step::interpolate);
  }

  /// Sets the outputs at numbers[n] to the sums at sorted atom first + n, for each n.
  template <class Atoms, class Outputs, class Singularity>
  void at_share(const Atoms& atoms, int first, cuda::std::span<const int> numbers, const Outputs& to,
                const Singularity& at_sources)
  {
    atoms_.sort(atoms);
    if (numbers.empty()) return;
    no_mesh_step_observer after;
    add_up(sums_.of_share(atoms_.cells(), first, numbers), to, at_sources, after);
  }
  /// Sets the outputs at the atoms that at_share sorted to outputs in the sorted order, with forces that add up to
  /// zero.
  template <class Sorted, class Outputs>
  void place(const Sorted& from, const Outputs& to) const
  {
    if (atoms_.cells().sorted.size() == 0) return;
    sums_.place(atoms_.cells(), from, to);
    balance(to);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return mesh_.kernels().parameters(); }

 private:
  /// Sets the outputs to the sums at points, after the atoms have been sorted.
  template <class Points, class Outputs, class Singularity, class After>
  void add_up(const Points& at, const Outputs& to, const Singularity& at_sources, After& after)
  {
    const auto box = atoms_.cells().box;
    const auto& kernels = mesh_.kernels();
    if (at.count() > 0) sums_.sum_near(atoms_, at, to, at_sources, static_cast<double>(kernels.rounding(box)));
    after(mesh_step::near_sum);
    mesh_.convolve(atoms_.cells(), after);
    if (at.count() > 0)
      kernels.interpolate_at(at, box, mesh_.data(), to.potentials(role::update), to.fields(role::update));
  }

  template <class Outputs>
  void balance(const Outputs& to) const
  {
    if constexpr (Outputs::has_fields)
      if (atoms_.cells().sorted.size() > 0) sums_.balance(atoms_.cells(), to);
  }

  split_cells<Executor, T, Boundary, Interaction> atoms_;
  convolved_mesh<Executor, T, spreading, Fourier, Boundary> mesh_;
  sums_at_points<Executor, T, Boundary> sums_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
