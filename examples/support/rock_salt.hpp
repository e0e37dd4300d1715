// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cubes of rock salt whose surface ions count partially.
#pragma once

#include <gridfold/core/source.hpp>
#include <vector>

namespace madelung
{

/// Madelung's constant of NaCl: minus the potential at the origin of a crystal of unit charges, +1 at the origin and
/// nearest ions at distance 1, without the ion at the origin (R. E. Crandall and J. P. Buhler, J. Phys. A 20 (1987)
/// 5497).
inline constexpr double constant = 1.7475645946;

/// The ions (i, j, k) with -reach <= i, j, k <= reach, of charge (-1)^(i+j+k). Ions on a face count half, on an edge a
/// quarter and on a corner an eighth, so that the cube is neutral (H. M. Evjen, Physical Review 39 (1932) 675).
inline std::vector<gridfold::source<double>> cube(int reach)
{
  const auto part = [reach](int i) { return i == reach || i == -reach ? 0.5 : 1.0; };
  std::vector<gridfold::source<double>> ions;
  for (int k = -reach; k <= reach; ++k)
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i) {
        const double sign = (i + j + k) % 2 == 0 ? 1 : -1;
        ions.push_back({double(i), double(j), double(k), sign * part(i) * part(j) * part(k)});
      }
  return ions;
}

}  // namespace madelung
