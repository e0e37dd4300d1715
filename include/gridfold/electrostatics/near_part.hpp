// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The near part of a particle-mesh sum, and which smooth part belongs to it.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/split_transform.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/electrostatics/yukawa_split.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <type_traits>
#include <variant>

namespace gridfold::detail
{

/// The two parts of an interaction.
template <class Interaction>
struct split_of {
  static_assert(detail::never<Interaction>,
                "gridfold: a particle-mesh plan has no such interaction (only Coulomb's and Yukawa's are split; the "
                "singularity policy is an argument of each call): give gridfold::coulomb<> or gridfold::yukawa<>");
};
template <class Rsqrt>
struct split_of<coulomb<Rsqrt>> {
  template <class T, int Degree>
  using far = coulomb_far<T, Degree>;
  template <class T, int Degree, class Singularity>
  using near = coulomb_near<T, Degree, Rsqrt, Singularity>;
  template <class T, int Degree>
  static far<T, Degree> far_of(const coulomb<Rsqrt>&, const mesh_parameters& p)
  {
    return {p.bandwidth, p.cutoff};
  }
  static double kappa(const coulomb<Rsqrt>&) { return 0; }
};
template <class Rsqrt>
struct split_of<yukawa<Rsqrt>> {
  template <class T, int Degree>
  using far = yukawa_far<T, Degree>;
  template <class T, int Degree, class Singularity>
  using near = yukawa_near<T, Degree, Rsqrt, Singularity>;
  template <class T, int Degree>
  static far<T, Degree> far_of(const yukawa<Rsqrt>& pair, const mesh_parameters& p)
  {
    return {p.bandwidth, p.cutoff, pair.kappa};
  }
  static double kappa(const yukawa<Rsqrt>& pair) { return pair.kappa; }
};

/// Owns the cells of the atoms, and sums the near part at the points of a part of a lattice. Parameters as of
/// particle_mesh.
template <class Executor, class T, class Near, class Boundary, class Interaction>
class near_part {
  using split = split_of<Interaction>;

 public:
  near_part(const Executor& on, const lattice_part& where, const atom_box& atoms, const mesh_parameters& chosen,
            const Interaction& pair)
      : on_(on),
        where_(where),
        cells_(make_cells<source<T>>(on, cells_for(atoms, chosen.cutoff), atoms.capacity)),
        far_(far_of<0>(pair, chosen))
  {
  }

  /// Returns make(green), where green is the function that the mesh is convolved with.
  template <class Make>
  auto with_green(const mesh_parameters& chosen, const Make& make) const
  {
    return std::visit([&](const auto& smooth) { return make(green_of(smooth, chosen)); }, far_);
  }

  template <class Atoms>
  void sort(const Atoms& atoms)
  {
    sort_into_cells(on_, atoms, cells_);
  }
  [[nodiscard]] auto cells() const { return cells_.cells(); }

  /// Sets out to the near part of the sorted atoms.
  template <class Out, class Singularity>
  void sum(Out out, const Singularity& at_sources) const
  {
    std::visit(
        [&]<int Degree>(const far<Degree>& smooth) {
          const near<Degree, Singularity> pair(smooth, at_sources);
          if constexpr (std::is_void_v<Near>)
            cutoff_sum(on_, cells_.cells(), where_, out, pair);
          else
            cutoff_sum<Near>(on_, cells_.cells(), where_, out, pair);
        },
        far_);
  }

 private:
  template <int Degree>
  using far = typename split::template far<T, Degree>;
  template <int Degree, class Singularity>
  using near = typename split::template near<T, Degree, Singularity>;
  using far_part = std::variant<far<split_degrees<T>[0]>, far<split_degrees<T>[1]>, far<split_degrees<T>[2]>>;

  static cell_box<Boundary> cells_for(const atom_box& atoms, double cutoff)
  {
    const auto length = [&](double low, double high) {
      return Boundary::is_periodic ? high - low : std::max(high - low, cutoff);
    };
    return cells_in<Boundary>(
        atoms.low,
        {length(atoms.low.x, atoms.high.x), length(atoms.low.y, atoms.high.y), length(atoms.low.z, atoms.high.z)},
        cutoff, atoms.capacity);
  }
  /// The smooth part, of the degree that was chosen.
  template <std::size_t Candidate>
  static far_part far_of(const Interaction& pair, const mesh_parameters& p)
  {
    constexpr int degree = split_degrees<T>[Candidate];
    if constexpr (Candidate + 1 < split_degrees<T>.size())
      if (p.degree > degree) return far_of<Candidate + 1>(pair, p);
    return split::template far_of<T, degree>(pair, p);
  }

  /// The function that the mesh's kernels sample.
  template <int Degree>
  static auto green_of(const far<Degree>& smooth, const mesh_parameters& p)
  {
    if constexpr (Boundary::is_periodic)
      return detail::split_transform<T>(smooth, p.bandwidth, 1 / (p.spacing.x * p.spacing.y * p.spacing.z));
    else
      return smooth;
  }

  Executor on_;
  lattice_part where_;
  cell_list<Executor, source<T>, Boundary> cells_;
  far_part far_;
};

}  // namespace gridfold::detail
