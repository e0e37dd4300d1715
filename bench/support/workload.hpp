// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Workloads of the lattice sum's benchmarks.
#pragma once

#include <cstddef>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <random>
#include <string>
#include <vector>

#include "../../examples/programs/potential_map/molecule/molecule.hpp"

namespace bench
{

/// Sources around a lattice.
template <class T>
struct workload {
  std::string name;
  std::vector<gridfold::source<T>> sources;
  gridfold::lattice where;

  [[nodiscard]] double pairs() const
  {
    return static_cast<double>(where.shape.count()) * static_cast<double>(sources.size());
  }
};

/// The molecule of a file, in a lattice of this shape that extends 10 Å beyond it.
template <class T>
workload<T> molecule_in(const std::string& path, gridfold::shape3 shape)
{
  const potential_map::molecule molecule = potential_map::read_molecule(path);
  const potential_map::box box = potential_map::bounds(molecule);
  const auto spacing = [](double low, double high, std::int64_t points) {
    return (high - low + 20) / static_cast<double>(points - 1);
  };
  workload<T> work{molecule.name,
                   {},
                   {.origin = {box.low.x - 10, box.low.y - 10, box.low.z - 10},
                    .spacing = {spacing(box.low.x, box.high.x, shape.x), spacing(box.low.y, box.high.y, shape.y),
                                spacing(box.low.z, box.high.z, shape.z)},
                    .shape = shape}};
  for (const auto& a : molecule.atoms)
    work.sources.push_back({static_cast<T>(a.x), static_cast<T>(a.y), static_cast<T>(a.z), static_cast<T>(a.charge)});
  return work;
}

/// `count` random sources in a lattice of this shape with spacing 0.5 Å.
template <class T>
workload<T> random_in(gridfold::shape3 shape, std::size_t count)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<T> unit(0, 1);
  workload<T> work{"random", {}, {.spacing = 0.5, .shape = shape}};
  const auto along = [&](std::int64_t points) { return unit(generator) * static_cast<T>(points) * T(0.5); };
  for (std::size_t s = 0; s < count; ++s)
    work.sources.push_back({along(shape.x), along(shape.y), along(shape.z), unit(generator) - T(0.5)});
  return work;
}

/// Names of interactions in results; Coulomb's is named by its reciprocal square root.
template <class Rsqrt>
std::string name_of(const gridfold::coulomb<Rsqrt>&)
{
  return Rsqrt::name();
}
template <class Rsqrt>
std::string name_of(const gridfold::yukawa<Rsqrt>&)
{
  return "yukawa " + Rsqrt::name();
}
inline std::string name_of(const gridfold::gaussian_density&) { return "gaussian"; }

/// An interaction with IEEE square roots and divisions, the reference for errors.
template <class Rsqrt>
gridfold::coulomb<gridfold::rsqrt::ieee> exactly(const gridfold::coulomb<Rsqrt>&)
{
  return {};
}
template <class Rsqrt>
gridfold::yukawa<gridfold::rsqrt::ieee> exactly(const gridfold::yukawa<Rsqrt>& pair)
{
  return {.kappa = pair.kappa};
}
inline const gridfold::gaussian_density& exactly(const gridfold::gaussian_density& pair) { return pair; }

/// The inverse Debye length of 150 mM of salt in water, 1/7.9 Å.
inline constexpr double usual_kappa = 1 / 7.9;
/// A width at which neighbouring atoms' densities overlap [Å].
inline constexpr double usual_width = 1.5;

/// "256x256x256".
inline std::string name_of(gridfold::shape3 shape)
{
  return std::to_string(shape.x) + "x" + std::to_string(shape.y) + "x" + std::to_string(shape.z);
}

}  // namespace bench
