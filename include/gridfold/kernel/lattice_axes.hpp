// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice as kernels see it: points in planes of rows.
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>
#include <gridfold/lattice.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold
{

template <class Variant, class Lanes, class T>
struct lattice_tile;

/// Coordinates of lattice points in T, each rounded once (Fig. 18.3's index*gridspacing, with an origin).
template <class T>
struct lattice_axes {
  template <class Variant, class Lanes>
  using tile = lattice_tile<Variant, Lanes, T>;

  lattice where;

  // Of column i + more, and so on. Where the compiler knows `more`, a thread turns one index into a double for all of
  // its points: the unit that does that makes reciprocal roots too, and they are what sums wait for.
  GRIDFOLD_HD T x(std::int64_t i, int more = 0) const { return along(where.origin.x, where.spacing.x, i, more); }
  GRIDFOLD_HD T y(std::int64_t j, int more = 0) const { return along(where.origin.y, where.spacing.y, j, more); }
  GRIDFOLD_HD T z(std::int64_t k) const { return along(where.origin.z, where.spacing.z, k, 0); }

  [[nodiscard]] GRIDFOLD_HD shape3 shape() const { return where.shape; }
  GRIDFOLD_HD packed3<T> at(std::int64_t i, std::int64_t j, std::int64_t k) const { return {x(i), y(j), z(k)}; }

 private:
  static GRIDFOLD_HD T along(double origin, double spacing, std::int64_t i, int more)
  {
    return static_cast<T>(origin + (static_cast<double>(i) + static_cast<double>(more)) * spacing);
  }
};

}  // namespace gridfold
