// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sequential Coulomb sums: plain loops on one thread.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <vector>

namespace sequential
{

template <class T>
T coordinate(double origin, double spacing, std::int64_t i)
{
  return static_cast<T>(origin + static_cast<double>(i) * spacing);
}

/// Loop over points outside, over atoms inside (Kirk, Hwu and El Hajj, 4th ed., Fig. 18.3): every point is written
/// once, but distances along y and z are recomputed for every pair. A point on an atom becomes infinite.
template <class T>
std::vector<T> points_outside(const std::vector<gridfold::source<T>>& atoms, const gridfold::lattice& where)
{
  std::vector<T> map;
  map.reserve(static_cast<std::size_t>(where.shape.count()));
  for (std::int64_t k = 0; k < where.shape.z; ++k) {
    const T z = coordinate<T>(where.origin.z, where.spacing.z, k);
    for (std::int64_t j = 0; j < where.shape.y; ++j) {
      const T y = coordinate<T>(where.origin.y, where.spacing.y, j);
      for (std::int64_t i = 0; i < where.shape.x; ++i) {
        const T x = coordinate<T>(where.origin.x, where.spacing.x, i);
        T potential = 0;
        for (const auto& atom : atoms) {
          const T dx = x - atom.x, dy = y - atom.y, dz = z - atom.z;
          potential += atom.charge / std::sqrt(dx * dx + dy * dy + dz * dz);
        }
        map.push_back(potential);
      }
    }
  }
  return map;
}

/// Loop over atoms outside (Kirk, Hwu and El Hajj, 4th ed., Fig. 18.4): dz^2 is computed once per plane and dy^2 + dz^2
/// once per row, but every pair reads and writes the point.
template <class T>
std::vector<T> atoms_outside(const std::vector<gridfold::source<T>>& atoms, const gridfold::lattice& where)
{
  std::vector<T> map(static_cast<std::size_t>(where.shape.count()), T(0));
  for (const auto& atom : atoms) {
    T* point = map.data();
    for (std::int64_t k = 0; k < where.shape.z; ++k) {
      const T dz = coordinate<T>(where.origin.z, where.spacing.z, k) - atom.z, dz2 = dz * dz;
      for (std::int64_t j = 0; j < where.shape.y; ++j) {
        const T dy = coordinate<T>(where.origin.y, where.spacing.y, j) - atom.y, dyz2 = dy * dy + dz2;
        for (std::int64_t i = 0; i < where.shape.x; ++i) {
          const T dx = coordinate<T>(where.origin.x, where.spacing.x, i) - atom.x;
          *point++ += atom.charge / std::sqrt(dx * dx + dyz2);
        }
      }
    }
  }
  return map;
}

}  // namespace sequential
