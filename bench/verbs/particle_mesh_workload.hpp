// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Workloads of benchmarks of particle-mesh maps.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <random>
#include <utility>
#include <vector>

namespace bench
{

/// Random charges from -0.8 to 0.8 in a cube.
template <class T>
std::vector<gridfold::source<T>> charges_in_cube(std::size_t count, double edge)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, static_cast<float>(edge)), charge(-0.8f, 0.8f);
  std::vector<gridfold::source<T>> all(count);
  for (auto& a : all) a = {place(generator), place(generator), place(generator), charge(generator)};
  return all;
}

/// A lattice over a cube, of `side` points along each axis.
inline gridfold::lattice lattice_of_cube(double edge, std::int64_t side)
{
  return {.spacing = edge / static_cast<double>(side), .shape = {side, side, side}};
}

/// The edge of a cube with this number of atoms at 0.0878 per cubic Å, about the density of proteins [Å].
inline double edge_for(std::size_t atoms) { return std::cbrt(static_cast<double>(atoms) / 0.0878); }

/// Atoms, their box, a lattice, and the exact potential at about 400 of its points, or at about `tests` points.
template <class T>
struct mesh_problem {
  gridfold::lattice where;
  std::vector<gridfold::source<T>> atoms;
  gridfold::atom_box box;
  std::vector<std::int64_t> tested;
  std::vector<double> exact;

  mesh_problem(const gridfold::lattice& on, std::vector<gridfold::source<T>> of, std::int64_t tests = 400)
      : where(on), atoms(std::move(of)), box{corner(std::less<>()), corner(std::greater<>()), size()}
  {
    const std::int64_t points = where.shape.count();
    for (std::int64_t n = points / (2 * tests + 1); n < points; n += points / (tests + 1)) {
      tested.push_back(n);
      exact.push_back(potential_at(n));
    }
  }

  /// The root mean square error of a map at the tested points, relative to their root mean square.
  ///
  /// \param map has map[n], the value at point n
  template <class Map>
  [[nodiscard]] double error_of(const Map& map) const
  {
    double error2 = 0, exact2 = 0;
    for (std::size_t n = 0; n < tested.size(); ++n) {
      error2 += std::pow(map[static_cast<std::size_t>(tested[n])] - exact[n], 2);
      exact2 += exact[n] * exact[n];
    }
    return std::sqrt(error2 / exact2);
  }

  /// The approximate number of pairs of an atom and a point within a cutoff, extrapolated from the tested points.
  [[nodiscard]] double pairs_within(double cutoff) const
  {
    std::int64_t pairs = 0;
    for (const std::int64_t n : tested) {
      const gridfold::vec3 at = position_of(n);
      for (const auto& a : atoms) {
        const double dx = at.x - a.x, dy = at.y - a.y, dz = at.z - a.z;
        pairs += dx * dx + dy * dy + dz * dz < cutoff * cutoff;
      }
    }
    return static_cast<double>(pairs) / static_cast<double>(tested.size()) * static_cast<double>(where.shape.count());
  }

  /// Where a point lies.
  [[nodiscard]] gridfold::vec3 position_of(std::int64_t point) const
  {
    const gridfold::index3 at = gridfold::index_in(where.shape, point);
    const auto place = [](double origin, double spacing, std::int64_t n) {
      return origin + spacing * static_cast<double>(n);
    };
    return {place(where.origin.x, where.spacing.x, at.x), place(where.origin.y, where.spacing.y, at.y),
            place(where.origin.z, where.spacing.z, at.z)};
  }

 private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(atoms.size()); }
  /// The coordinates that come first in an order.
  template <class Before>
  [[nodiscard]] gridfold::vec3 corner(Before before) const
  {
    gridfold::vec3 first{atoms[0].x, atoms[0].y, atoms[0].z};
    for (const auto& a : atoms) {
      if (before(a.x, first.x)) first.x = a.x;
      if (before(a.y, first.y)) first.y = a.y;
      if (before(a.z, first.z)) first.z = a.z;
    }
    return first;
  }

  [[nodiscard]] double potential_at(std::int64_t point) const
  {
    const gridfold::vec3 at = position_of(point);
    double sum = 0;
    for (const auto& a : atoms) {
      const double dx = at.x - a.x, dy = at.y - a.y, dz = at.z - a.z;
      sum += a.charge / std::sqrt(dx * dx + dy * dy + dz * dz);
    }
    return sum;
  }
};

/// The minimum work of a plan's step: pairs within the cutoff, or bytes read and written in memory if every number
/// moves once and all else stays on the chip. A convolution moves planes in three passes: transforms of planes, the
/// convolution of columns along z, and transforms of planes back.
template <class T>
double least_work_of(gridfold::mesh_step step, const gridfold::mesh_parameters& p, const mesh_problem<T>& on)
{
  using gridfold::mesh_step;
  const auto numbers = [](double x, double y, double z) { return x * y * z * static_cast<double>(sizeof(T)); };
  const auto of = [](std::int64_t n) { return static_cast<double>(n); };
  const double row = of(2 * (p.nodes.x / 2 + 1)), atoms = of(on.box.capacity) * 4 * sizeof(T);
  const double mesh = numbers(row, of(p.nodes.y), of(p.nodes.z));
  const double reached = numbers(of(p.atom_nodes.x), of(p.atom_nodes.y), of(p.atom_nodes.z));
  const double planes = numbers(row, of(p.nodes.y), of(p.atom_nodes.z)), out = of(on.where.shape.count()) * sizeof(T);
  switch (step) {
    case mesh_step::sort:
      return 2 * atoms;
    case mesh_step::near_sum:
      return on.pairs_within(p.cutoff);
    case mesh_step::spread:
      return atoms + planes;
    case mesh_step::convolve:
      return 2 * reached + 4 * planes + mesh / 8;  // the Green's function has one number for 8 nodes
    case mesh_step::interpolate:
      return reached + 2 * out;
  }
  return 0;
}

}  // namespace bench
