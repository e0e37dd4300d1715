// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The choice of a particle-mesh sum's parameters from an accuracy.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/mesh_extents.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/math/chebyshev.hpp>
#include <limits>
#include <numbers>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

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
    electrostatics::set_mesh(p, p.cutoff / ratio, where, atoms);
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
    electrostatics::set_mesh(p, spacing, where, atoms);
  };
  const double ratio = p.bandwidth / (detail::usual_band_share * std::numbers::pi);  // cutoff / spacing
  if (asked.spacing != 0)
    set(asked.spacing, asked.cutoff != 0 ? asked.cutoff : ratio * asked.spacing);
  else if (asked.cutoff != 0)
    set(asked.cutoff / ratio, asked.cutoff);
  else
    detail::set_fastest_mesh(p, where, atoms, ratio, cost_of);
  electrostatics::check_mesh(p);
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

}  // namespace gridfold::inline GRIDFOLD_ABI
