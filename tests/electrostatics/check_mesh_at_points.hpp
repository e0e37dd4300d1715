// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potentials and fields at points against sums in float64.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/positions.hpp>
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>
#include <random>
#include <vector>

#include "check_periodic_mesh.hpp"
#include "ewald.hpp"

namespace test
{

/// Points of a list.
template <class T>
struct point_list {
  std::vector<T> x, y, z;

  void add(const gf::vec3& at)
  {
    x.push_back(static_cast<T>(at.x));
    y.push_back(static_cast<T>(at.y));
    z.push_back(static_cast<T>(at.z));
  }
  [[nodiscard]] std::size_t size() const { return x.size(); }
  [[nodiscard]] gf::vec3 at(std::size_t n) const { return {x[n], y[n], z[n]}; }
};

template <class T>
point_list<T> random_points(int count, const gf::vec3& low, const gf::vec3& high, std::mt19937& generator)
{
  std::uniform_real_distribution<double> share(0, 1);
  const auto between = [&](double a, double b) { return a + (b - a) * share(generator); };
  point_list<T> points;
  for (int n = 0; n < count; ++n) points.add({between(low.x, high.x), between(low.y, high.y), between(low.z, high.z)});
  return points;
}

template <class T>
point_list<T> places_of(const std::vector<gf::source<T>>& atoms)
{
  point_list<T> points;
  for (const auto& a : atoms) points.add({a.x, a.y, a.z});
  return points;
}

/// What a plan gives.
template <class T>
struct sums_at {
  std::vector<T> potential;
  std::vector<gf::packed3<T>> field;

  friend bool operator==(const sums_at&, const sums_at&) = default;
};

/// Calls use(potentials, fields) with memory for so many points, and returns what is in it then.
template <class T, class Use>
sums_at<T> filled(std::size_t points, Use use)
{
  const memory<T> potential(std::vector<T>(points, T(-99)));
  const memory<gf::packed3<T>> field(std::vector<gf::packed3<T>>(points, {T(-99), T(-99), T(-99)}));
  use(potential, field);
  return {potential.values(), field.values()};
}

template <class Plan, class T, class Singularity = gf::singularity::skip>
sums_at<T> at_points(Plan& plan, const std::vector<gf::source<T>>& atoms, const point_list<T>& points,
                     const Singularity& at_sources = {})
{
  const memory<gf::source<T>> in(atoms);
  const memory<T> x(points.x), y(points.y), z(points.z);
  return filled<T>(points.size(), [&](const auto& potential, const auto& field) {
    plan(in, gf::positions(x, y, z), potential, field, at_sources);
  });
}
template <class Plan, class T, class Singularity = gf::singularity::skip>
sums_at<T> at_atoms(Plan& plan, const std::vector<gf::source<T>>& atoms, const Singularity& at_sources = {})
{
  const memory<gf::source<T>> in(atoms);
  return filled<T>(atoms.size(),
                   [&](const auto& potential, const auto& field) { plan.at_atoms(in, potential, field, at_sources); });
}

/// Sums at points in float64. `scattered` are root mean squares over all signs of the charges, of each atom's nearest
/// image; atoms that are left out count as if they were a spacing of the mesh away, those of one sign on a point as
/// one, because their smooth parts are on the mesh. `rounding` bounds what rounding in a number type adds, in epsilons:
/// of coordinates up to 32 that are rounded and subtracted, of roots and sums.
struct exact_sums {
  std::vector<double> potential, scattered, rounding, field_scattered, field_rounding;
  std::vector<gf::vec3> field;

  /// \param spacing of the mesh
  /// \param own whether point n is atom n, which is left out
  template <class T>
  exact_sums(const std::vector<gf::source<T>>& atoms, const point_list<T>& points, double spacing, bool own = false,
             double kappa = 0)
      : spacing_(spacing)
  {
    for (std::size_t p = 0; p < points.size(); ++p) {
      begin();
      for (std::size_t n = 0; n < atoms.size(); ++n) {
        const gf::vec3 at = points.at(p);
        if (own && n == p)
          add(atoms[n].charge, {0, 0, 0}, kappa);
        else
          add(atoms[n].charge, {at.x - atoms[n].x, at.y - atoms[n].y, at.z - atoms[n].z}, kappa);
      }
      end();
    }
  }

  /// Of a period, by Ewald's sums.
  template <class T>
  exact_sums(const crystal<T>& of, const point_list<T>& points, double spacing) : spacing_(spacing)
  {
    const gf::period_vectors period = of.box.period();
    const ewald_sums sums(of.atoms, period, 5 / std::cbrt(period.volume()));
    for (std::size_t p = 0; p < points.size(); ++p) {
      begin();
      const gf::vec3 at = points.at(p);
      for (const auto& a : of.atoms) add(a.charge, test::nearest({at.x - a.x, at.y - a.y, at.z - a.z}, period), 0);
      end();
      potential.back() = sums.at(of.atoms, at.x, at.y, at.z);
      field.back() = sums.field_at(of.atoms, at.x, at.y, at.z);
    }
  }

  [[nodiscard]] double size() const { return std::max(size_of(potential), 0.25 * size_of(scattered)); }
  [[nodiscard]] double field_size() const
  {
    std::vector<double> lengths;
    for (const auto& f : field) lengths.push_back(std::hypot(f.x, f.y, f.z));
    return std::max(size_of(lengths), 0.25 * size_of(field_scattered));
  }

 private:
  void begin()
  {
    for (auto* all : {&potential, &scattered, &rounding, &field_scattered, &field_rounding}) all->push_back(0);
    field.push_back({0, 0, 0});
    on_point_ = {};
  }
  void add(double charge, const gf::vec3& d, double kappa)
  {
    const double r = std::hypot(d.x, d.y, d.z);
    if (r == 0) {
      on_point_[charge < 0 ? 1 : 0] += charge;
      return;
    }
    const double faded = charge * std::exp(-kappa * r), by = faded * (1 + kappa * r) / (r * r * r);
    potential.back() += faded / r;
    field.back() = {field.back().x + by * d.x, field.back().y + by * d.y, field.back().z + by * d.z};
    scattered.back() += charge * charge / (r * r);
    field_scattered.back() += charge * charge / (r * r * r * r);
    rounding.back() += std::abs(charge) / r * (8 + 32 / r);
    field_rounding.back() += std::abs(charge) / (r * r) * (16 + 96 / r);
  }
  void end()
  {
    for (const double charge : on_point_) {
      scattered.back() += std::pow(charge / spacing_, 2);
      field_scattered.back() += std::pow(charge / (spacing_ * spacing_), 2);
    }
    scattered.back() = std::sqrt(scattered.back());
    field_scattered.back() = std::sqrt(field_scattered.back());
  }

  /// The root mean square of the 99% with the smallest magnitude.
  static double size_of(std::vector<double> values)
  {
    for (double& v : values) v = std::abs(v);
    std::sort(values.begin(), values.end());
    values.resize(std::max<std::size_t>(1, values.size() * 99 / 100));
    double sum = 0;
    for (const double v : values) sum += v * v;
    return std::sqrt(sum / static_cast<double>(values.size()));
  }

  double spacing_;
  std::array<double, 2> on_point_{};  ///< charges on the point, by sign
};

/// The least spacing of a mesh.
inline double spacing_of(const gf::mesh_parameters& chosen)
{
  return std::min({chosen.spacing.x, chosen.spacing.y, chosen.spacing.z});
}

/// Checks what an accuracy means for potentials and for fields. Rounding is taken off each error: that of the exact
/// sum's terms, and that of the mesh, whose nodes are rounded by a few epsilon of the potential, which their
/// differences over a spacing turn into errors of the field.
template <class T>
void check_sums(const sums_at<T>& sums, const exact_sums& exact, const gf::mesh_parameters& chosen)
{
  const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon()), size = exact.size();
  const double h = spacing_of(chosen);
  double rms = 0, largest = 0, field_rms = 0, field_largest = 0;
  const auto take = [](double error, double rounding, double& squares, double& most) {
    const double left = error > rounding ? error - rounding : error >= 0 ? 0 : error;  // NaN stays
    squares += left * left;
    if (!(left <= most)) most = left;
  };
  for (std::size_t n = 0; n < sums.potential.size(); ++n) {
    take(std::abs(static_cast<double>(sums.potential[n]) - exact.potential[n]),
         epsilon * (exact.rounding[n] + 20 * size), rms, largest);
    const auto& f = sums.field[n];
    const gf::vec3& g = exact.field[n];
    take(std::hypot(static_cast<double>(f.x) - g.x, static_cast<double>(f.y) - g.y, static_cast<double>(f.z) - g.z),
         epsilon * (exact.field_rounding[n] + 100 * size / h), field_rms, field_largest);
  }
  const auto count = static_cast<double>(std::max<std::size_t>(sums.potential.size(), 1));
  CHECK(std::sqrt(rms / count) <= chosen.accuracy * size);
  CHECK(largest <= 20 * chosen.accuracy * size);
  CHECK(std::sqrt(field_rms / count) <= chosen.accuracy * exact.field_size());
  CHECK(field_largest <= 20 * chosen.accuracy * exact.field_size());
}

/// Checks the sums of a plan at points, or those at the atoms.
template <class Plan, class T>
void check_points(Plan& plan, const std::vector<gf::source<T>>& atoms, const point_list<T>& points, double kappa = 0)
{
  const auto& chosen = plan.parameters();
  check_sums(at_points(plan, atoms, points), exact_sums(atoms, points, spacing_of(chosen), false, kappa), chosen);
}
template <class Plan, class T>
void check_atoms(Plan& plan, const std::vector<gf::source<T>>& atoms, double kappa = 0)
{
  const auto& chosen = plan.parameters();
  check_sums(at_atoms(plan, atoms), exact_sums(atoms, places_of(atoms), spacing_of(chosen), true, kappa), chosen);
}

/// The box around points; `capacity` is their number.
template <class T>
gf::point_box box_of(const point_list<T>& points)
{
  std::vector<gf::source<T>> places;
  for (std::size_t n = 0; n < points.size(); ++n) places.push_back({points.x[n], points.y[n], points.z[n], T(1)});
  const gf::atom_box box = box_of(places);
  return {box.low, box.high, box.capacity};
}

/// The sum of the forces on charges, and of their magnitudes; in blocks, so that no term is rounded often.
struct total_force {
  gf::vec3 sum{0, 0, 0};
  double magnitudes = 0;

  template <class T>
  total_force(const std::vector<gf::source<T>>& atoms, const std::vector<gf::packed3<T>>& field)
  {
    for (std::size_t begin = 0; begin < atoms.size(); begin += 64) {
      gf::vec3 some{0, 0, 0};
      for (std::size_t n = begin; n < std::min(begin + 64, atoms.size()); ++n) {
        const double q = atoms[n].charge, x = q * field[n].x, y = q * field[n].y, z = q * field[n].z;
        some = {some.x + x, some.y + y, some.z + z};
        magnitudes += std::hypot(x, y, z);
      }
      sum = {sum.x + some.x, sum.y + some.y, sum.z + some.z};
    }
  }
  [[nodiscard]] double length() const { return std::hypot(sum.x, sum.y, sum.z); }
};

/// Half of the sum of charges times potentials.
template <class T>
double energy_of(const std::vector<gf::source<T>>& atoms, const std::vector<T>& potential)
{
  double energy = 0;
  for (std::size_t n = 0; n < atoms.size(); ++n)
    energy += 0.5 * static_cast<double>(atoms[n].charge) * static_cast<double>(potential[n]);
  return energy;
}

}  // namespace test
