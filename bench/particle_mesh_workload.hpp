// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What particle-mesh maps are timed on.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <random>
#include <utility>
#include <vector>

namespace bench
{

/// Charges from -0.8 to 0.8 at random in a cube.
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

/// Atoms, the box around them, a lattice, and the exact potential at some 400 of its points.
template <class T>
struct mesh_problem {
  gridfold::lattice where;
  std::vector<gridfold::source<T>> atoms;
  gridfold::atom_box box;
  std::vector<std::int64_t> tested;
  std::vector<double> exact;

  mesh_problem(const gridfold::lattice& on, std::vector<gridfold::source<T>> of)
      : where(on), atoms(std::move(of)), box{corner(std::less<>()), corner(std::greater<>()), size()}
  {
    const std::int64_t points = where.shape.count();
    for (std::int64_t n = points / 801; n < points; n += points / 401) {
      tested.push_back(n);
      exact.push_back(potential_at(n));
    }
  }

  /// The root mean square error of a map at the tested points, as a share of their root mean square.
  [[nodiscard]] double error_of(const std::vector<T>& map) const
  {
    double error2 = 0, exact2 = 0;
    for (std::size_t n = 0; n < tested.size(); ++n) {
      error2 += std::pow(map[static_cast<std::size_t>(tested[n])] - exact[n], 2);
      exact2 += exact[n] * exact[n];
    }
    return std::sqrt(error2 / exact2);
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
    const gridfold::index3 at = gridfold::index_in(where.shape, point);
    const auto place = [](double origin, double spacing, std::int64_t n) {
      return origin + spacing * static_cast<double>(n);
    };
    const double x = place(where.origin.x, where.spacing.x, at.x), y = place(where.origin.y, where.spacing.y, at.y),
                 z = place(where.origin.z, where.spacing.z, at.z);
    double sum = 0;
    for (const auto& a : atoms) {
      const double dx = x - a.x, dy = y - a.y, dz = z - a.z;
      sum += a.charge / std::sqrt(dx * dx + dy * dy + dz * dz);
    }
    return sum;
  }
};

}  // namespace bench
