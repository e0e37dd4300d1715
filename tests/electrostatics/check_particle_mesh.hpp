// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps against direct sums in float64.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/lattice_sum.hpp>
#include <limits>
#include <random>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/electrostatics/cufft.cuh>
#else
#include <gridfold/electrostatics/fftw.hpp>
#endif

#include "../support/executor_memory.hpp"

namespace test
{

namespace gf = gridfold;

/// The box around atoms; `capacity` is their number.
template <class T>
gf::atom_box box_of(const std::vector<gf::source<T>>& atoms)
{
  if (atoms.empty()) return {{0, 0, 0}, {1, 1, 1}, 0};
  gf::atom_box box{{atoms[0].x, atoms[0].y, atoms[0].z}, {atoms[0].x, atoms[0].y, atoms[0].z}, 0};
  const auto extend = [](double x, double& low, double& high) {
    low = std::min(low, x);
    high = std::max(high, x);
  };
  for (const auto& a : atoms) {
    extend(a.x, box.low.x, box.high.x);
    extend(a.y, box.low.y, box.high.y);
    extend(a.z, box.low.z, box.high.z);
  }
  box.capacity = static_cast<std::int64_t>(atoms.size());
  return box;
}

/// Atoms in a box with charges from -0.8 to 0.8.
template <class T>
std::vector<gf::source<T>> random_atoms(int count, const gf::vec3& low, const gf::vec3& high, std::mt19937& generator)
{
  std::uniform_real_distribution<double> share(0, 1);
  std::vector<gf::source<T>> atoms;
  const auto between = [&](double a, double b) { return static_cast<T>(a + (b - a) * share(generator)); };
  for (int n = 0; n < count; ++n)
    atoms.push_back({between(low.x, high.x), between(low.y, high.y), between(low.z, high.z), between(-0.8, 0.8)});
  return atoms;
}

/// Atoms, with those of one sign in one place made one.
template <class T>
std::vector<gf::source<double>> piled_up(const std::vector<gf::source<T>>& atoms)
{
  std::vector<gf::source<double>> piles;
  for (const auto& a : atoms) {
    const auto pile = std::find_if(piles.begin(), piles.end(), [&](const gf::source<double>& p) {
      return p.x == a.x && p.y == a.y && p.z == a.z && p.charge * a.charge > 0;
    });
    if (pile == piles.end())
      piles.push_back({a.x, a.y, a.z, a.charge});
    else
      pile->charge += a.charge;
  }
  return piles;
}

/// The potential at every lattice point, the distance of the nearest atom, and the root mean square of the potential
/// over all signs of the charges, where atoms of one sign in one place keep one sign. Atoms on a point are left out.
struct exact_map {
  std::vector<double> value, nearest, scattered;

  exact_map() = default;
  template <class T>
  exact_map(const std::vector<gf::source<T>>& atoms, const gf::lattice& where, double kappa = 0)
  {
    const auto piles = piled_up(atoms);
    for (std::int64_t k = 0; k < where.shape.z; ++k)
      for (std::int64_t j = 0; j < where.shape.y; ++j)
        for (std::int64_t i = 0; i < where.shape.x; ++i) {
          const double x = where.origin.x + where.spacing.x * static_cast<double>(i);
          const double y = where.origin.y + where.spacing.y * static_cast<double>(j);
          const double z = where.origin.z + where.spacing.z * static_cast<double>(k);
          double sum = 0, squares = 0, least = std::numeric_limits<double>::infinity();
          for (const auto& a : piles) {
            const double dx = x - a.x, dy = y - a.y, dz = z - a.z, r = std::sqrt(dx * dx + dy * dy + dz * dz);
            const double term = r > 0 ? a.charge * std::exp(-kappa * r) / r : 0;
            sum += term;
            squares += term * term;
            least = std::min(least, r);
          }
          value.push_back(sum);
          nearest.push_back(least);
          scattered.push_back(std::sqrt(squares));
        }
  }

  /// What an accuracy is relative to: the potential's size, or a quarter of what it would be if charges did not cancel.
  [[nodiscard]] double size() const { return std::max(size_of(value), 0.25 * size_of(scattered)); }

 private:
  /// The root mean square of the 99% of values with the smallest magnitude.
  static double size_of(const std::vector<double>& values)
  {
    std::vector<double> magnitude;
    for (const double v : values) magnitude.push_back(std::abs(v));
    std::sort(magnitude.begin(), magnitude.end());
    magnitude.resize(std::max<std::size_t>(1, magnitude.size() * 99 / 100));
    double sum = 0;
    for (const double m : magnitude) sum += m * m;
    return std::sqrt(sum / static_cast<double>(magnitude.size()));
  }
};

/// Root mean square and largest error of a map over the points for which take(point) holds.
struct map_error {
  double rms = 0, largest = 0;
  std::size_t points = 0;

  template <class T, class Take>
  map_error(const std::vector<T>& map, const exact_map& exact, Take take)
  {
    for (std::size_t n = 0; n < map.size(); ++n) {
      if (!take(n)) continue;
      const double error = std::abs(static_cast<double>(map[n]) - exact.value[n]);
      rms += error * error;
      if (!(error <= largest)) largest = error;  // NaN too
      ++points;
    }
    rms = std::sqrt(rms / static_cast<double>(std::max<std::size_t>(points, 1)));
  }
};

inline bool every_point(std::size_t) { return true; }

/// The map by a plan on the test's executor.
template <class Plan, class T>
std::vector<T> map_of(Plan& plan, const std::vector<gf::source<T>>& atoms, const gf::lattice& where)
{
  const memory<gf::source<T>> in(atoms);
  const memory<T> out(std::vector<T>(static_cast<std::size_t>(where.shape.count()), T(-99)));
  plan(in, gf::view_of(out.data(), where.shape));
  return out.values();
}
template <class T, class Interaction = gf::coulomb<>>
std::vector<T> mesh_map(const std::vector<gf::source<T>>& atoms, const gf::lattice& where,
                        const gf::mesh_request& asked, const Interaction& pair = {})
{
  auto plan = gf::make_particle_mesh<T>(executor{}, where, box_of(atoms), asked, pair);
  return map_of(plan, atoms, where);
}
template <class T, class Interaction = gf::coulomb<>>
std::vector<T> direct_map(const std::vector<gf::source<T>>& atoms, const gf::lattice& where,
                          const Interaction& pair = {})
{
  const memory<gf::source<T>> in(atoms);
  const memory<T> out(std::vector<T>(static_cast<std::size_t>(where.shape.count())));
  gf::lattice_sum(executor{}, in.span(), where, gf::view_of(out.data(), where.shape), pair);
  return out.values();
}

/// Checks what an accuracy means. Rounding of T comes in addition: a direct sum in T has errors of positions and roots
/// as large as the near part's; the mesh's transforms add a few epsilon of the potential.
template <class T>
void check_errors(const std::vector<T>& map, const std::vector<T>& by_direct_sum, const exact_map& exact,
                  double accuracy)
{
  const map_error direct(by_direct_sum, exact, every_point), error(map, exact, every_point);
  const double size = exact.size(), rounding = 20 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size;
  CHECK(error.rms <= accuracy * size + 2 * direct.rms + rounding);
  CHECK(error.largest <= 20 * accuracy * size + 3 * direct.largest + 20 * rounding);
}

template <class T, class Interaction>
void check_accuracy(const exact_map& exact, const std::vector<gf::source<T>>& atoms, const gf::lattice& where,
                    const gf::mesh_request& asked, const Interaction& pair)
{
  check_errors(mesh_map(atoms, where, asked, pair), direct_map(atoms, where, pair), exact, asked.accuracy);
}
template <class T>
void check_accuracy(const std::vector<gf::source<T>>& atoms, const gf::lattice& where, const gf::mesh_request& asked)
{
  check_accuracy(exact_map(atoms, where), atoms, where, asked, gf::coulomb<>{});
}
template <class T>
void check_accuracy(const std::vector<gf::source<T>>& atoms, const gf::lattice& where, const gf::mesh_request& asked,
                    const gf::yukawa<>& pair)
{
  check_accuracy(exact_map(atoms, where, pair.kappa), atoms, where, asked, pair);
}

}  // namespace test
