// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice as kernels see it.
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>
#include <gridfold/lattice.hpp>

namespace gridfold
{

/// Coordinates of lattice points in T, each rounded once (Fig. 18.3's index*gridspacing, with an origin).
template <class T>
struct lattice_axes {
  lattice where;

  GRIDFOLD_HD T x(std::int64_t i) const { return at(where.origin.x, where.spacing.x, i); }
  GRIDFOLD_HD T y(std::int64_t j) const { return at(where.origin.y, where.spacing.y, j); }
  GRIDFOLD_HD T z(std::int64_t k) const { return at(where.origin.z, where.spacing.z, k); }

 private:
  static GRIDFOLD_HD T at(double origin, double spacing, std::int64_t i)
  {
    return static_cast<T>(origin + static_cast<double>(i) * spacing);
  }
};

}  // namespace gridfold
