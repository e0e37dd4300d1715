// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atoms for runs of the program, and their potential by a loop in float64.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

struct atom {
  double x, y, z, charge;
};

/// Atoms that lie on no point of a lattice of spacing 0.5. Coordinates are multiples of 1/8: exact in float, as are
/// squared distances.
inline std::vector<atom> some_atoms(unsigned seed = 7)
{
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> place(-10, 40), charge(-8, 8);
  std::vector<atom> atoms(60);
  for (atom& a : atoms)
    a = {place(generator) + 0.25, place(generator) + 0.25, place(generator) + 0.125, charge(generator) / 8.0};
  return atoms;
}

inline std::string text_of(const std::vector<atom>& atoms)
{
  std::string text;
  for (const atom& a : atoms) {
    for (double number : {a.x, a.y, a.z, a.charge}) text += std::to_string(number) + " ";
    text += "\n";
  }
  return text;
}

/// The points 0, 0.5, 1, ... along each axis.
struct half_lattice {
  int nx, ny, nz;
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(nx) * std::size_t(ny) * std::size_t(nz); }
};

/// The values of a map of type T: what a .npy file ends with. Empty if it is too short.
template <class T>
std::vector<T> values_of(const std::string& npy, std::size_t size)
{
  const std::size_t bytes = size * sizeof(T);
  if (npy.size() <= bytes) return {};
  std::vector<T> values(size);
  std::memcpy(values.data(), npy.data() + npy.size() - bytes, bytes);
  return values;
}

/// The number of points whose error exceeds the bound. f(r) is what an atom of unit charge adds, and error(r) what its
/// rounding errors are relative to. With n atoms a sum rounds n times, and its terms have errors of `roundings` units
/// at most.
template <class T, class F, class Error>
int wrong_points(const half_lattice& points, const std::vector<atom>& atoms, const std::vector<T>& map,
                 double roundings, F f, Error error)
{
  const double unit = (static_cast<double>(atoms.size()) + roundings) * std::numeric_limits<T>::epsilon() / 2;
  int wrong = map.size() != points.size();
  for (std::size_t n = 0; n < map.size(); ++n) {
    const auto at = static_cast<int>(n);
    const double x = 0.5 * (at % points.nx), y = 0.5 * (at / points.nx % points.ny),
                 z = 0.5 * (at / points.nx / points.ny);
    double sum = 0, magnitude = 0;
    for (const atom& a : atoms) {
      const double r = std::hypot(a.x - x, a.y - y, a.z - z);
      sum += a.charge * f(r);
      magnitude += std::abs(a.charge) * error(r);
    }
    wrong += !(std::abs(static_cast<double>(map[n]) - sum) <= unit * magnitude);
  }
  return wrong;
}
