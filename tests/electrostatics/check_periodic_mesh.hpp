// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps of a period of charges.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "check_particle_mesh.hpp"

namespace test
{

/// A period and what lies in it.
template <class T>
struct crystal {
  gf::atom_box box;
  std::vector<gf::source<T>> atoms;

  [[nodiscard]] gf::vec3 lengths() const
  {
    return {box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z};
  }
};

template <class T>
crystal<T> random_crystal(unsigned random, int count, double net = 0)
{
  std::mt19937 generator(random);
  crystal<T> all{{{-1, 2, 0.5}, {6, 8, 11.5}, count}, {}};
  all.atoms = random_atoms<T>(count, all.box.low, all.box.high, generator);
  double charge = 0;
  for (const auto& a : all.atoms) charge += static_cast<double>(a.charge);
  for (auto& a : all.atoms) a.charge += static_cast<T>((net - charge) / count);
  return all;
}

template <class T, class Decomposition = gf::gather, class Interaction = gf::coulomb<>>
std::vector<T> periodic_map(const crystal<T>& of, const gf::lattice& where, const gf::mesh_request& asked,
                            const Interaction& pair = {})
{
  auto plan = gf::make_particle_mesh<T, Decomposition, gf::boundary::periodic>(executor{}, where, of.box, asked, pair);
  return map_of(plan, of.atoms, where);
}

/// Checks what an accuracy means. Rounding of T comes in addition: coordinates of 32 at most are rounded by 16 epsilon,
/// and moved by periods once more, which changes charge / r by as much over r^2. That counts at the one point that is
/// nearest to an atom but not on it; at the others r is about 1.
template <class T, class Interaction>
void check_periodic(const exact_map& exact, const crystal<T>& of, const gf::lattice& where,
                    const gf::mesh_request& asked, const Interaction& pair)
{
  const map_error error(periodic_map(of, where, asked, pair), exact, every_point);
  const double size = exact.size(), epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
  double closest = 1;
  for (const double r : exact.nearest)
    if (r > 0) closest = std::min(closest, r);
  const double rounding = 40 * epsilon * size, at_closest = 40 * epsilon / (closest * closest);
  CHECK(error.rms <= asked.accuracy * size + rounding + at_closest / std::sqrt(static_cast<double>(error.points)));
  CHECK(error.largest <= 20 * (asked.accuracy * size + rounding) + at_closest);
}

}  // namespace test
