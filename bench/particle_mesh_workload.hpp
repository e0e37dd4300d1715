// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What particle-mesh maps are timed on.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <random>
#include <vector>

namespace bench
{

/// Charges from -0.8 to 0.8 at random in a cube, a lattice over the cube, and the exact potential at some 400 of its
/// points.
template <class T>
struct charges_in_cube {
  double length;
  gridfold::lattice where;
  std::vector<gridfold::source<T>> atoms;
  std::vector<std::int64_t> tested;
  std::vector<double> exact;

  charges_in_cube(std::size_t count, double edge, std::int64_t side)
      : length(edge), where{.spacing = edge / static_cast<double>(side), .shape = {side, side, side}}, atoms(count)
  {
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> place(0, static_cast<float>(edge)), charge(-0.8f, 0.8f);
    for (auto& a : atoms) a = {place(generator), place(generator), place(generator), charge(generator)};
    const std::int64_t points = where.shape.count();
    for (std::int64_t n = points / 801; n < points; n += points / 401) {
      tested.push_back(n);
      exact.push_back(potential_at(n));
    }
  }

  [[nodiscard]] gridfold::atom_box box() const
  {
    return {.low = {0, 0, 0}, .high = {length, length, length}, .capacity = static_cast<std::int64_t>(atoms.size())};
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
  [[nodiscard]] double potential_at(std::int64_t point) const
  {
    const gridfold::index3 at = gridfold::index_in(where.shape, point);
    double sum = 0;
    for (const auto& a : atoms) {
      const double dx = where.spacing.x * static_cast<double>(at.x) - a.x,
                   dy = where.spacing.y * static_cast<double>(at.y) - a.y,
                   dz = where.spacing.z * static_cast<double>(at.z) - a.z;
      sum += a.charge / std::sqrt(dx * dx + dy * dy + dz * dz);
    }
    return sum;
  }
};

}  // namespace bench
