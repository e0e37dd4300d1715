// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The near part of a particle-mesh sum, and its smooth part.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/defaults/sums.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/split_field.hpp>
#include <gridfold/electrostatics/split_transform.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/electrostatics/yukawa_split.hpp>
#include <gridfold/launch/gather_from_cells.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/accumulation.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// The near part and the smooth part of an interaction.
template <class Interaction>
struct split_of {
  static_assert(core::never<Interaction>,
                "gridfold: a particle-mesh plan has no such interaction (only Coulomb's and Yukawa's are split; the "
                "singularity policy is an argument of each call): give gridfold::coulomb<> or gridfold::yukawa<>");
};
template <class Rsqrt>
struct split_of<coulomb<Rsqrt>> {
  using roots = Rsqrt;
  template <class T, int Degree>
  using far_term = coulomb_far<T, Degree>;
  template <class T, int Degree, class Singularity>
  using near_term = coulomb_near<T, Degree, Rsqrt, Singularity>;
  template <class Far>
  static Far far_of(const coulomb<Rsqrt>&, const mesh_parameters& p, int degree)
  {
    return {p.bandwidth, p.cutoff, degree};
  }
  static double kappa(const coulomb<Rsqrt>&) { return 0; }
};
template <class Rsqrt>
struct split_of<yukawa<Rsqrt>> {
  using roots = Rsqrt;
  template <class T, int Degree>
  using far_term = yukawa_far<T, Degree>;
  template <class T, int Degree, class Singularity>
  using near_term = yukawa_near<T, Degree, Rsqrt, Singularity>;
  template <class Far>
  static Far far_of(const yukawa<Rsqrt>& pair, const mesh_parameters& p, int degree)
  {
    return {p.bandwidth, p.cutoff, pair.kappa, degree};
  }
  static double kappa(const yukawa<Rsqrt>& pair) { return pair.kappa; }
};

/// Owns the cells of the atoms, and the two parts of their interaction. Its parameters are those of particle_mesh.
template <class Executor, class T, class Boundary, class Interaction>
class split_cells {
  using split = split_of<Interaction>;

 public:
  using roots = typename split::roots;  ///< the interaction's way to compute 1 / r
  template <int Degree>
  using far_term = typename split::template far_term<T, Degree>;
  template <int Degree, class Singularity>
  using near_term = typename split::template near_term<T, Degree, Singularity>;

  split_cells(const Executor& on, const atom_box& atoms, const mesh_parameters& chosen, const Interaction& pair)
      : on_(on),
        cells_(make_cells<source<T>>(on, cells_for(atoms, chosen), atoms.capacity)),
        degree_(electrostatics::split_degree<T>(chosen.degree)),
        far_(split::template far_of<far_term<split_degrees<T>.back()>>(pair, chosen, degree_))
  {
  }

  /// The function that the mesh's kernels sample, and with which the mesh is convolved.
  [[nodiscard]] auto green([[maybe_unused]] const mesh_parameters& chosen) const
  {
    if constexpr (Boundary::is_periodic)
      return electrostatics::split_transform<T>(far_, chosen.bandwidth,
                                                1 / (chosen.spacing.x * chosen.spacing.y * chosen.spacing.z));
    else
      return far_;
  }

  template <class Atoms>
  void sort(const Atoms& atoms)
  {
    gridfold::sort_into_cells(on_, atoms, cells_);
  }
  [[nodiscard]] auto cells() const { return cells_.cells(); }
  [[nodiscard]] const Executor& on() const { return on_; }

  /// Calls f(the smooth part of the chosen degree).
  template <class F>
  void with_degree(F f) const
  {
    with_degree_from<0>(f);
  }

 private:
  static cell_box<Boundary> cells_for(const atom_box& atoms, const mesh_parameters& chosen)
  {
    const double cutoff = chosen.cutoff;
    if constexpr (core::is_triclinic<Boundary>) {
      auto box = cells_in<Boundary>(atoms.low, chosen.period().lengths, cutoff, atoms.capacity);
      box.tilt = chosen.tilt;  // that of the mesh, to the last bit
      return box;
    }
    const auto length = [&](double low, double high) {
      return Boundary::is_periodic ? high - low : std::max(high - low, cutoff);
    };
    return cells_in<Boundary>(
        atoms.low,
        {length(atoms.low.x, atoms.high.x), length(atoms.low.y, atoms.high.y), length(atoms.low.z, atoms.high.z)},
        cutoff, atoms.capacity);
  }
  template <std::size_t Candidate, class F>
  void with_degree_from(F f) const
  {
    constexpr int degree = split_degrees<T>[Candidate];
    if constexpr (Candidate + 1 < split_degrees<T>.size()) {
      if (degree_ > degree) return with_degree_from<Candidate + 1>(f);
      f(far_term<degree>(far_));
    } else {
      f(far_);
    }
  }

  Executor on_;
  cell_list<Executor, source<T>, Boundary> cells_;
  int degree_;
  far_term<split_degrees<T>.back()> far_;  ///< a fit of the chosen degree
};

/// Also sums the near part at the points of a part of a lattice. Its parameters are those of particle_mesh.
template <class Executor, class T, class Near, class Boundary, class Interaction>
class near_part : public split_cells<Executor, T, Boundary, Interaction> {
  using base = split_cells<Executor, T, Boundary, Interaction>;

 public:
  near_part(const Executor& on, const lattice_part& where, const atom_box& atoms, const mesh_parameters& chosen,
            const Interaction& pair)
      : base(on, atoms, chosen, pair), where_(where)
  {
  }

  /// Sets out to the near part of the sorted atoms.
  template <class Out, class Singularity>
  void sum(Out out, const Singularity& at_sources) const
  {
    this->with_degree([&]<int Degree>(const typename base::template far_term<Degree>& smooth) {
      const typename base::template near_term<Degree, Singularity> pair(smooth, at_sources);
      if constexpr (std::is_void_v<Near>)
        gridfold::cutoff_sum(this->on(), this->cells(), where_, out, pair);
      else
        gridfold::cutoff_sum<Near>(this->on(), this->cells(), where_, out, pair);
    });
  }

  /// Sets a field_output to the near part of the sorted atoms and its field, or adds to it.
  template <class Out, class Singularity>
  void sum_fields(const Out& out, const Singularity& at_sources, bool add) const
  {
    this->with_degree([&]<class Far>(const Far& smooth) {
      const split_near_field<T, Far, typename base::roots, Singularity> pair(smooth, at_sources);
      math::check_interaction<T>(pair);
      const auto gather = [&]<class V>(const auto& on) {
        static_assert(V::decomposition::owns_outputs && !V::accumulation::corrects_rounding,
                      "gridfold: a particle mesh has no such variant of the near part for fields (it gathers with "
                      "plain accumulation): give a variant of cutoff_sum that gathers, or none");
        launch::gather_from_cells<V>(on, this->cells(), where_, out, pair, pair.cutoff, add);
      };
      if constexpr (std::is_void_v<Near>)
        gridfold::with_default_variant<verb::cutoff_sum, T>(this->on(), where_.whole.shape.count(), gather);
      else
        gather.template operator()<Near>(this->on());
    });
  }

 private:
  lattice_part where_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
