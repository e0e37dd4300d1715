// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parameters of a particle-mesh sum, and their choice from an accuracy.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/math/chebyshev.hpp>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>

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

namespace detail
{

/// The smallest even number of nodes, at least n, with factors 2, 3, 5 and 7 only: FFTs of such sizes are fast.
inline std::int64_t fast_transform_size(std::int64_t n)
{
  for (n += n % 2;; n += 2) {
    std::int64_t rest = n;
    for (const int factor : {2, 3, 5, 7})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return n;
  }
}

/// Sets the mesh of a period: nodes divide the period evenly, at most `spacing` apart, and at least as many as a window
/// has. In a triclinic period they divide its vectors: a wave has at most as many periods along a vector as its wave
/// number allows, whatever the angles.
inline void set_periodic_mesh(mesh_parameters& p, double spacing, const atom_box& period)
{
  const auto along = [&](double edge, double length, double& step, std::int64_t& nodes) {
    nodes = fast_transform_size(
        std::max(static_cast<std::int64_t>(std::ceil(edge / spacing * (1 - 1e-12))), std::int64_t{p.width}));
    step = length / static_cast<double>(nodes);
  };
  const vec3 lengths = period.period().lengths, edges = period_vectors(lengths, p.tilt).edges();
  along(edges.x, lengths.x, p.spacing.x, p.nodes.x);
  along(edges.y, lengths.y, p.spacing.y, p.nodes.y);
  along(edges.z, lengths.z, p.spacing.z, p.nodes.z);
  p.origin = period.low;
  p.atom_nodes = p.distance_nodes = p.nodes;
}

/// Sets the mesh around a lattice and atoms, for a given spacing and width. In the gap the Green's function turns
/// around smoothly (mesh_tables.hpp).
inline void set_open_mesh(mesh_parameters& p, double spacing, const lattice& where, const atom_box& atoms)
{
  p.spacing = spacing;
  const auto along = [&](double first, double step, std::int64_t points, double low, double high, double& origin,
                         std::int64_t& reached, std::int64_t& distance, std::int64_t& nodes) {
    const double last = first + step * static_cast<double>(points - 1);
    const auto count = [&](double length) { return static_cast<std::int64_t>(std::ceil(length / spacing)); };
    // The quarter keeps the end of a corner atom's window between nodes. At a node, rounding would decide whether the
    // window includes it.
    origin = std::min(first, low) - (0.5 * p.width + 1.25) * spacing;
    reached = count(std::max(last, high) - std::min(first, low)) + p.width + 3;
    distance = count(std::max({last - low, high - first, 0.0})) + p.width + 1;
    nodes = fast_transform_size(std::max(2 * distance + 1 + 2 * p.width, reached));
  };
  along(where.origin.x, where.spacing.x, where.shape.x, atoms.low.x, atoms.high.x, p.origin.x, p.atom_nodes.x,
        p.distance_nodes.x, p.nodes.x);
  along(where.origin.y, where.spacing.y, where.shape.y, atoms.low.y, atoms.high.y, p.origin.y, p.atom_nodes.y,
        p.distance_nodes.y, p.nodes.y);
  along(where.origin.z, where.spacing.z, where.shape.z, atoms.low.z, atoms.high.z, p.origin.z, p.atom_nodes.z,
        p.distance_nodes.z, p.nodes.z);
}

inline void set_mesh(mesh_parameters& p, double spacing, const lattice& where, const atom_box& atoms)
{
  if (p.is_periodic)
    detail::set_periodic_mesh(p, spacing, atoms);
  else
    detail::set_open_mesh(p, spacing, where, atoms);
}

/// The factor by which errors of potentials must be smaller than those of fields. The gradient multiplies errors by
/// their wave numbers, and the mesh's errors have the largest ones: about 2 pi per spacing, against about 1 for the
/// field itself.
inline constexpr double finer_for_fields = 10;

/// The estimated time of a call in units of one tested pair: the near sum's pairs, for blocks that own tiles of 8
/// points along each axis, plus 48 per mesh node, plus 10 per node and atom of spreading. A node of a periodic mesh
/// counts 66, because an open mesh has none in planes without charge, and a pair with a field 2.5. The weights were
/// measured on an H200 (bench/results/mesh_passes).
inline double mesh_cost(const mesh_parameters& p, const lattice& where, const atom_box& atoms)
{
  const auto length = [&](double low, double high) {
    return p.is_periodic ? high - low : std::max(high - low, p.cutoff);
  };
  const double volume =
      length(atoms.low.x, atoms.high.x) * length(atoms.low.y, atoms.high.y) * length(atoms.low.z, atoms.high.z);
  const double tile = 8 * std::cbrt(where.spacing.x * where.spacing.y * where.spacing.z), r = p.cutoff;
  constexpr double pi = std::numbers::pi;
  const double reach = tile * tile * tile + 6 * tile * tile * r + 3 * pi * tile * r * r + 4 * pi / 3 * r * r * r;
  const double count = static_cast<double>(atoms.capacity), width = p.width;
  const auto nodes = [&](std::int64_t n) { return static_cast<double>(n); };
  const double share = p.is_periodic ? reach / volume : std::min(reach / volume, 1.0);  // images count too
  return (p.has_fields ? 2.5 : 1.0) * static_cast<double>(where.shape.count()) * count * share +
         (p.is_periodic ? 66 : 48) * nodes(p.nodes.x) * nodes(p.nodes.y) * nodes(p.nodes.z) +
         10 * count * width * width * width;
}

/// c / cutoff, the largest wave number of the smooth part, divided by pi / spacing, the largest of the mesh.
inline constexpr double usual_band_share = 0.8;

inline void check_request(const mesh_request& asked, const atom_box& atoms, double least_accuracy, bool is_periodic,
                          bool is_triclinic)
{
  if (!(asked.accuracy >= least_accuracy && asked.accuracy <= 1e-2))
    throw error({"the accuracy of a particle-mesh sum is ", asked.accuracy, " (from ", least_accuracy,
                 " to 0.01 can be reached in this number type): give another, or use double"});
  if (asked.width != 0 && (asked.width < 2 || asked.width > kernel::mesh_window::most))
    throw error({"the window is ", asked.width,
                 " nodes wide (from 2 to 16 can be computed): give such a width, or 0 to have it chosen"});
  for (const double x : {asked.bandwidth, asked.spacing, asked.cutoff})
    if (!(x >= 0 && x < std::numeric_limits<double>::infinity()))
      throw error({"a parameter of a particle-mesh sum is ", x,
                   " (no length or bandwidth): give a positive, finite number, or 0 to have it chosen"});
  for (const double length : {atoms.high.x - atoms.low.x, atoms.high.y - atoms.low.y, atoms.high.z - atoms.low.z})
    if (!(length >= 0 && length < std::numeric_limits<double>::infinity()) || (is_periodic && length == 0))
      throw error(
          {"the box of the atoms is ", length, " long along an axis (no room): give finite corners, low before high"});
  if (!is_triclinic && !(atoms.tilt == box_tilt{}))
    throw error(
        "the box of the atoms is tilted and the plan's boundary is not triclinic (it would be another crystal): give "
        "boundary::triclinic, after the decomposition");
  if (is_triclinic) atoms.period().check();
  if (atoms.capacity < 0)
    throw error({"the box has room for ", atoms.capacity, " atoms (no number): give how many there are at most"});
}

/// Throws `error` if the mesh has too many nodes to count.
inline void check_mesh(const mesh_parameters& p)
{
  if (std::max({p.nodes.x, p.nodes.y, p.nodes.z}) > 8192)
    throw error({"the mesh has ", p.nodes.x, " x ", p.nodes.y, " x ", p.nodes.z,
                 " nodes (more than 8192 along an axis): give a larger cutoff or spacing, or a smaller lattice"});
}

/// Sets the spacing, and the cutoff in proportion, to the values with the least cost(parameters).
template <class Cost>
void set_fastest_mesh(mesh_parameters& p, const lattice& where, const atom_box& atoms, double ratio, Cost cost_of)
{
  const auto length = [&](double first, double step, std::int64_t points, double low, double high) {
    if (p.is_periodic) return high - low;
    return std::max(first + step * static_cast<double>(points - 1), high) - std::min(first, low);
  };
  const double least_step = std::min({where.spacing.x, where.spacing.y, where.spacing.z});
  const double longest =
      std::max({length(where.origin.x, where.spacing.x, where.shape.x, atoms.low.x, atoms.high.x),
                length(where.origin.y, where.spacing.y, where.shape.y, atoms.low.y, atoms.high.y),
                length(where.origin.z, where.spacing.z, where.shape.z, atoms.low.z, atoms.high.z), least_step});
  mesh_parameters best = p;
  double least = std::numeric_limits<double>::infinity();
  // From a cutoff that covers everything down to one whose spacing needs 2,048 nodes.
  for (p.cutoff = longest; p.cutoff >= ratio * longest / 2048; p.cutoff /= 1.02) {
    detail::set_mesh(p, p.cutoff / ratio, where, atoms);
    const double cost = cost_of(p);
    if (cost < least) {
      least = cost;
      best = p;
    }
  }
  p = best;
}

/// The smallest degree of a polynomial that fits the smooth part to a relative error.
inline int degree_for(double bandwidth, double error)
{
  int degree = 2;
  for (; degree < 40; ++degree) {
    const auto fitted = math::chebyshev_fit(
        degree, [&](double u) { return gridfold::split_smooth(bandwidth, std::sqrt((u + 1) / 2)); });
    double worst = 0;
    for (int n = 0; n <= 64; ++n) {
      const double u = -1 + n / 32.0;
      double value = 0;
      for (auto power = fitted.rbegin(); power != fitted.rend(); ++power) value = value * u + *power;
      worst = std::max(worst, std::abs(value - gridfold::split_smooth(bandwidth, std::sqrt((u + 1) / 2))));
    }
    if (worst < error) break;
  }
  return degree;
}

}  // namespace detail

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

namespace detail
{

/// Amplification of errors of the total charge in a screened period. The period's mean is 4 pi / (kappa^2 volume) per
/// unit of charge; the result is this mean over the potential of a charge at a distance of the period's length, but at
/// least 1. Without screening the mean is 0.
inline double magnified_mean(const atom_box& period, double kappa)
{
  const double length =
      std::cbrt((period.high.x - period.low.x) * (period.high.y - period.low.y) * (period.high.z - period.low.z));
  return kappa == 0 ? 1 : std::max(1.0, 4 * std::numbers::pi / (kappa * kappa * length * length));
}

/// The width of a window whose error is a tenth of the accuracy. Throws `error` if there is none, or if rounding of the
/// atoms' weights, which add up to the charge on the mesh, would exceed the accuracy.
///
/// \param rounding of the number type, relative; the mean of a neutral period is off by up to 7 times `rounding`,
///   amplified
inline int width_for(double accuracy, double magnified, double rounding)
{
  const double width = std::ceil(2 - std::log10(accuracy / magnified) - 1e-9);
  if (width > kernel::mesh_window::most || 10 * (magnified - 1) * rounding > accuracy)
    throw error({"a period is short beside the screening length (errors of its total charge grow by ", magnified,
                 "): give a coarser accuracy, double, or coulomb<> for a neutral period"});
  return static_cast<int>(width);
}

}  // namespace detail

namespace electrostatics
{

/// See choose_mesh.
/// \param with_fields whether the accuracy holds for fields too
/// \param cost_of returns the estimated time of a call with given parameters
template <class T, class Boundary, class Cost>
mesh_parameters choose_mesh_of_least(const lattice& where, const atom_box& atoms, const mesh_request& asked,
                                     double kappa, bool with_fields, Cost cost_of)
{
  where.check();
  detail::check_request(asked, atoms, std::is_same_v<T, float> ? 1e-6 : 1e-10, Boundary::is_periodic,
                        core::is_triclinic<Boundary>);
  mesh_parameters p{};
  if (core::is_triclinic<Boundary>) p.tilt = atoms.period().reduced().tilt;
  p.is_periodic = Boundary::is_periodic;
  p.accuracy = asked.accuracy;
  p.has_fields = with_fields;
  const double error = asked.accuracy / (with_fields ? detail::finer_for_fields : 1);
  const double magnified = Boundary::is_periodic ? detail::magnified_mean(atoms, kappa) : 1;
  p.width = asked.width != 0
                ? asked.width
                : detail::width_for(error, magnified, static_cast<double>(std::numeric_limits<T>::epsilon()));
  p.bandwidth = asked.bandwidth != 0 ? asked.bandwidth : 1 - std::log(error);
  const auto set = [&](double spacing, double cutoff) {
    p.cutoff = cutoff;
    detail::set_mesh(p, spacing, where, atoms);
  };
  const double ratio = p.bandwidth / (detail::usual_band_share * std::numbers::pi);  // cutoff / spacing
  if (asked.spacing != 0)
    set(asked.spacing, asked.cutoff != 0 ? asked.cutoff : ratio * asked.spacing);
  else if (asked.cutoff != 0)
    set(asked.cutoff / ratio, asked.cutoff);
  else
    detail::set_fastest_mesh(p, where, atoms, ratio, cost_of);
  detail::check_mesh(p);
  p.degree =
      electrostatics::split_degree<T>(asked.degree != 0 ? asked.degree : detail::degree_for(p.bandwidth, error / 10));
  return p;
}

}  // namespace electrostatics

/// Chooses the parameters of a plan in the number type T. Bandwidth and width follow from the accuracy a: c = ln(1/a) +
/// 1, and W = log10(1/a) + 2 rounded up. Each alone leaves an error of about a/10 for random charges. Unless both are
/// named, cutoff = c spacing / (0.8 pi), with the spacing of the least estimated time (detail::mesh_cost). The degree
/// is the smallest of split_degrees whose fit has an error below a/10. With fields, parameters are those of a/10.
/// Throws `error` for requests that cannot be met.
///
/// The window is wider where a screened period amplifies errors of the total charge (detail::magnified_mean).
///
/// \tparam Boundary of the plan, see particle_mesh
/// \param kappa the inverse screening length, 0 for Coulomb's interaction
template <class T, class Boundary = boundary::open>
mesh_parameters choose_mesh(const lattice& where, const atom_box& atoms, const mesh_request& asked, double kappa = 0)
{
  return electrostatics::choose_mesh_of_least<T, Boundary>(
      where, atoms, asked, kappa, asked.with_fields,
      [&](const mesh_parameters& p) { return detail::mesh_cost(p, where, atoms); });
}

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
