// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parameters of a particle-mesh sum, and the request for them.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/shape.hpp>
#include <numbers>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The box in which a plan's atoms lie, and their largest number. The box of a periodic plan is one period; a triclinic
/// one begins at `low`, and high - low are the lengths of its period_vectors.
struct atom_box {
  vec3 low, high;
  std::int64_t capacity;
  box_tilt tilt{};  ///< with boundary::triclinic

  [[nodiscard]] period_vectors period() const { return {{high.x - low.x, high.y - low.y, high.z - low.z}, tilt}; }
};

/// The box of a plan with boundary::triclinic, with room for `capacity` atoms.
inline atom_box period_box(const vec3& origin, const period_vectors& vectors, std::int64_t capacity)
{
  const vec3& l = vectors.lengths;
  return {origin, {origin.x + l.x, origin.y + l.y, origin.z + l.z}, capacity, vectors.tilt};
}

/// The request for a plan. A parameter that is 0 is chosen from the accuracy.
///
/// `accuracy` a: the root mean square error over the lattice is at most a times the root mean square of the potential
/// (of the 99% of points with the smallest magnitude), and no point's error exceeds 20 times this bound. Rounding in
/// the number type comes in addition, as in a direct sum. Special cases (docs/use/particle_mesh.md): if charges cancel
/// or are screened at most points, the error is relative to a quarter of the potential of the unscreened charges with
/// random signs, where atoms of one sign in one spot count as one atom and in a period only nearest images count. If
/// many atoms of one sign are at about one distance from all points, it may be relative to a fifth of the unscreened
/// potential of these atoms alone; those of several such groups add up.
struct mesh_request {
  double accuracy = 1e-5;    ///< from 1e-2 to 1e-6 in float, 1e-10 in double
  int width = 0;             ///< nodes along each axis over which an atom is spread, 2 to 16
  double bandwidth = 0;      ///< c of the split: the mesh's wave numbers omit a share 2c exp(-c)
  double spacing = 0;        ///< between mesh nodes, in the unit of positions; rounded down in a period
  double cutoff = 0;         ///< of the near part
  int degree = 0;            ///< of the split's polynomial; rounded up to one of split_degrees
  bool with_fields = false;  ///< the accuracy also holds for fields, relative to their own size
};

/// The degrees that kernels are compiled for, by number type, in ascending order. A program may specialise it in every
/// translation unit that makes plans: fewer degrees compile faster, but some accuracies then run slower.
template <class T>
inline constexpr auto split_degrees = sizeof(T) == sizeof(float) ? std::array{6, 8, 10} : std::array{9, 13, 17};

/// The parameters of a plan, all set.
struct mesh_parameters {
  double accuracy, bandwidth, cutoff;
  spacing3 spacing{1};  ///< between nodes; equal along each axis unless the box is periodic
  int width, degree;
  bool is_periodic;
  vec3 origin;            ///< of the mesh's node 0
  shape3 atom_nodes;      ///< nodes, counted from 0, that windows of atoms and of lattice points reach
  shape3 distance_nodes;  ///< the largest distance in nodes, along each axis, that the Green's function needs
  shape3 nodes;           ///< of the transformed mesh: twice distance_nodes and a gap, or the nodes of the period
  bool has_fields;        ///< chosen for the accuracy of fields too
  box_tilt tilt{};        ///< of a triclinic period, reduced

  /// The vectors of the mesh.
  [[nodiscard]] period_vectors period() const
  {
    const auto length = [](double step, std::int64_t count) { return step * static_cast<double>(count); };
    return {{length(spacing.x, nodes.x), length(spacing.y, nodes.y), length(spacing.z, nodes.z)}, tilt};
  }

  /// Throws `error` for parameters of potentials alone.
  void require_fields() const
  {
    if (!has_fields)
      throw error(
          "the plan is for potentials alone (fields need parameters for a finer accuracy): set with_fields in "
          "its mesh_request");
  }
};

namespace electrostatics
{

/// The smallest compiled degree that suffices, or the largest compiled one.
template <class T>
int split_degree(int least)
{
  for (const int degree : split_degrees<T>)
    if (degree >= least) return degree;
  return split_degrees<T>.back();
}

}  // namespace electrostatics

/// The chosen parameters and the reasons, in sentences.
inline std::string description_of(const mesh_parameters& p)
{
  const auto text = [](double x) { return core::text_of(x); };
  const double spacing = std::max({p.spacing.x, p.spacing.y, p.spacing.z});
  const double share = p.bandwidth * spacing / (std::numbers::pi * p.cutoff);
  const auto count = [](std::int64_t n) { return std::to_string(n); };
  return "For an accuracy of " + text(p.accuracy) + " the bandwidth is " + text(p.bandwidth) +
         ", the polynomial has degree " + count(p.degree) + ", and atoms are spread over " + count(p.width) +
         " nodes along each axis. The near part ends at " + text(p.cutoff) + " and the mesh has a spacing of " +
         text(spacing) + ": unless they were named, these take the least estimated time. The smooth part uses " +
         text(share) + " of the mesh's wave numbers. The mesh has " + count(p.nodes.x) + " x " + count(p.nodes.y) +
         " x " + count(p.nodes.z) +
         (p.is_periodic ? " nodes, which fill the period."
                        : " nodes, twice those around atoms and lattice, for the open boundary.");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
