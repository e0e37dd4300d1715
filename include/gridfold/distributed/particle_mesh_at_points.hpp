// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potentials and fields at points and at atoms on several ranks. Include it by name, like
/// electrostatics/particle_mesh_at_points.hpp, and a Fourier transform.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_at_points.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/mesh_sums.hpp>
#include <gridfold/electrostatics/near_part.hpp>
#include <gridfold/electrostatics/sums_at_points.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/view/triples.hpp>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan of potentials and fields at points, of which each rank has its own, and at the atoms, which the ranks share.
/// Every rank has the whole mesh: it spreads all atoms and transforms them, and sums and interpolates at its points
/// only. Made by make_particle_mesh_at_points; see the plan particle_mesh_at_points of one executor.
template <class Executor, class Transport, class T, class Decomposition, class Fourier, class Boundary,
          class Interaction>
class particle_mesh_at_points_on_ranks {
  using sums = electrostatics::mesh_sums<Executor, T, Decomposition, Fourier, Boundary, Interaction>;

 public:
  /// Makes the plans on all ranks. An error of one rank is thrown on all, also if ranks disagree about the mesh.
  particle_mesh_at_points_on_ranks(const ranks<Executor, Transport>& on, const point_box& points, const atom_box& atoms,
                                   const mesh_parameters& chosen, const Interaction& pair)
      : on_(on),
        parameters_(chosen),
        arguments_(distributed::fingerprint("particle_mesh_at_points")
                       .of(chosen.nodes)
                       .of(chosen.cutoff)
                       .of(atoms.capacity)
                       .of(electrostatics::split_of<Interaction>::kappa(pair)))
  {
    on_.together(
        [&] {
          sums_.emplace(on_.local(), points.capacity, atoms, chosen, pair);
          potentials_.emplace(on_.local(), static_cast<std::size_t>(atoms.capacity));
          fields_.emplace(on_.local(), static_cast<std::size_t>(atoms.capacity));
          std::vector<int> numbers(static_cast<std::size_t>(atoms.capacity));
          std::iota(numbers.begin(), numbers.end(), 0);
          numbers_.emplace(on_.local(), numbers);
          on_.local().wait();  // `numbers` is copied
        },
        arguments_);
  }

  /// Sets potentials[n] to the potential of the atoms at this rank's point n, see particle_mesh_at_points. On `device`
  /// the work is asynchronous; ranks ask each other for errors.
  ///
  /// \param atoms all atoms, on every rank
  /// \param points of this rank, any number up to the plan's capacity, also none
  template <class Atoms, class Potentials, electrostatics::says_what_holds_at_sources Singularity = singularity::skip>
  void operator()(const Atoms& atoms, const positions<T, 3>& points, Potentials&& potentials,
                  const Singularity& at_sources = {})
  {
    (*this)(atoms, points, potentials, kernel::no_fields{}, at_sources);
  }
  /// Also sets fields[n] to the field at point n.
  template <class Atoms, class Potentials, electrostatics::fields_output Fields, class Singularity = singularity::skip>
  void operator()(const Atoms& atoms, const positions<T, 3>& points, Potentials&& potentials, Fields&& fields,
                  const Singularity& at_sources = {})
  {
    on_.together(
        [&] {
          no_mesh_step_observer after;
          sums_->at_list(atoms, points, outputs(potentials, fields, points.size()), at_sources, after);
        },
        arguments_);
  }

  /// Sets potentials[n] on every rank to the potential at atom n of all other atoms, see particle_mesh_at_points. Each
  /// rank computes a share of them; the ranks exchange these, which synchronises as all_gather does.
  ///
  /// \param atoms all atoms, on every rank in the same order
  template <class Atoms, class Potentials, electrostatics::says_what_holds_at_sources Singularity = singularity::skip>
  void at_atoms(const Atoms& atoms, Potentials&& potentials, const Singularity& at_sources = {})
  {
    at_atoms(atoms, potentials, kernel::no_fields{}, at_sources);
  }
  /// Also sets fields[n] on every rank to the field of all other atoms at atom n.
  template <class Atoms, class Potentials, electrostatics::fields_output Fields, class Singularity = singularity::skip>
  void at_atoms(const Atoms& atoms, Potentials&& potentials, Fields&& fields, const Singularity& at_sources = {})
  {
    const auto count = static_cast<std::int64_t>(std::size(atoms));
    using to = decltype(outputs(potentials, fields, count));
    const partition shares({count, 1, 1}, on_.size(), along::x);
    on_.together(
        [&] {
          static_cast<void>(outputs(potentials, fields, count));  // checks them
          if (count > static_cast<std::int64_t>(numbers_->size()))
            throw error({"there are ", count, " atoms, and the plan is for ", numbers_->size(),
                         " (its memory is allocated once): make a plan for more"});
          const auto first = static_cast<std::size_t>(shares.begin(on_.rank()));
          const auto size = static_cast<std::size_t>(shares.shape(on_.rank()).x);
          sums_->at_share(atoms, static_cast<int>(first), numbers_->span().subspan(first, size),
                          sorted<to::has_fields>(count), at_sources);
        },
        arguments_.of(count).of(std::int64_t{to::has_fields}));
    on_.together([&] {
      gather(shares, *potentials_);
      if constexpr (to::has_fields) gather(shares, *fields_);
    });
    on_.together([&] { sums_->place(sorted<to::has_fields>(count), outputs(potentials, fields, count)); });
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return parameters_; }

  /// The chosen parameters and the reasons, in sentences.
  [[nodiscard]] std::string describe() const { return gridfold::description_of(parameters()); }

 private:
  template <class Potentials, class Fields>
  auto outputs(Potentials& potentials, Fields& fields, std::int64_t points) const
  {
    return electrostatics::outputs_at(on_.local(), potentials, fields, points);
  }
  /// This plan's memory for the outputs at so many sorted atoms.
  template <bool HasFields>
  auto sorted(std::int64_t count) const
  {
    const auto size = static_cast<std::size_t>(count);
    cuda::std::span<T> potentials(potentials_->data(), size);
    if constexpr (HasFields) {
      cuda::std::span<packed3<T>> fields(fields_->data(), size);
      return outputs(potentials, fields, count);
    } else {
      kernel::no_fields none;
      return outputs(potentials, none, count);
    }
  }

  /// Copies each rank's share of some elements to all ranks.
  template <class Elements>
  void gather(const partition& shares, const Elements& all) const
  {
    std::vector<std::int64_t> counts;
    for (int rank = 0; rank < shares.ranks(); ++rank) counts.push_back(shares.shape(rank).x);
    on_.all_gather(all.data() + shares.begin(on_.rank()), cuda::std::span<const std::int64_t>(counts), all.data());
  }

  ranks<Executor, Transport> on_;
  mesh_parameters parameters_;
  distributed::fingerprint arguments_;
  std::optional<sums> sums_;
  std::optional<buffer<T, Executor>> potentials_;  ///< at the sorted atoms, like fields_
  std::optional<buffer<packed3<T>, Executor>> fields_;
  std::optional<buffer<int, Executor>> numbers_;  ///< 0, 1, ...: the outputs' order is that of the sorted atoms
};

/// A plan of potentials and fields on several ranks: allocates, transforms the Green's function and waits for it on
/// each.
///
///   auto plan = gf::make_particle_mesh_at_points(on, {.low = ..., .high = ..., .capacity = 5000}, atom_box, {});
///   plan(atoms, points_of_rank, potentials, fields);  // at this rank's points
///   plan.at_atoms(atoms, potentials, fields);         // at all atoms, on every rank
///
/// Values have the bits that one rank computes, at points that are divided in any way, if atoms are gathered (the
/// default) and outputs of at_atoms are of type T; else they may differ by rounding. All ranks need processors of one
/// model, because Fourier transforms round differently on others.
///
/// \param on see ranks
/// \param points the box of all ranks' points; its capacity is their number on all ranks together, the same on each
/// The other parameters are those of make_particle_mesh_at_points on one executor, the same on every rank. Throws
/// `error` on all ranks for a request that cannot be met and when one is out of memory.
template <class T = float, class Decomposition = gather, class Boundary = boundary::open, class Interaction = coulomb<>,
          class Executor, class Transport>
auto make_particle_mesh_at_points(const ranks<Executor, Transport>& on, const point_box& points, const atom_box& atoms,
                                  const mesh_request& asked = {}, const Interaction& pair = {})
{
  using fourier = typename default_fourier<Executor, T>::type;
  const double kappa = electrostatics::split_of<Interaction>::kappa(pair);
  std::optional<mesh_parameters> chosen;
  on.together(
      [&] { chosen = choose_mesh_at_points<T, Boundary>(points, atoms, asked, kappa); },
      distributed::fingerprint("make_particle_mesh_at_points").of(points.capacity).of(atoms.capacity).of(kappa));
  return particle_mesh_at_points_on_ranks<Executor, Transport, T, Decomposition, fourier, Boundary, Interaction>(
      on, points, atoms, *chosen, pair);
}

/// A plan for points in the atoms' box, at most the atoms' number on all ranks together.
template <class T = float, class Decomposition = gather, class Boundary = boundary::open, class Interaction = coulomb<>,
          class Executor, class Transport>
auto make_particle_mesh_at_points(const ranks<Executor, Transport>& on, const atom_box& atoms,
                                  const mesh_request& asked = {}, const Interaction& pair = {})
{
  return gridfold::make_particle_mesh_at_points<T, Decomposition, Boundary>(
      on, point_box{atoms.low, atoms.high, atoms.capacity}, atoms, asked, pair);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
