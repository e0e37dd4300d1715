// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The reference of a lattice sum: the sum in float64, term by term, and the error bound of a computed one.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <limits>
#include <random>
#include <vector>

namespace reference
{

/// An interaction f(r2) for a unit charge in float64 and its sensitivity |d f / d ln r2|.
struct radial {
  double (*value)(double r2);
  double (*sensitivity)(double r2);
};

inline constexpr radial coulomb{[](double r2) { return 1 / std::sqrt(r2); },
                                [](double r2) { return 0.5 / std::sqrt(r2); }};

/// Neumaier's sum, with an error of about one rounding.
class accurate_sum {
 public:
  void add(double term)
  {
    const double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  [[nodiscard]] double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

/// The sum at one point, and the magnitudes for its error bound.
struct point {
  double value = 0;        ///< sum of q f
  double magnitude = 0;    ///< sum of |q f|
  double place_error = 0;  ///< sum of |q| sensitivity * (change of ln r2 by one unit roundoff in the coordinates)
  std::int64_t on_point = 0;
};

template <class T>
point sum_at(const std::vector<gridfold::source<T>>& sources, double x, double y, double z, const radial& f)
{
  point result;
  accurate_sum value;
  const double far = std::sqrt(x * x + y * y + z * z);
  for (const auto& s : sources) {
    const double dx = x - s.x, dy = y - s.y, dz = z - s.z, q = s.charge;
    const double r2 = dx * dx + dy * dy + dz * dz;
    if (r2 == 0) {
      ++result.on_point;
      continue;
    }
    value.add(q * f.value(r2));
    result.magnitude += std::abs(q * f.value(r2));
    result.place_error += std::abs(q) * f.sensitivity(r2) * (2 * far / std::sqrt(r2));
  }
  result.value = value.value();
  return result;
}

/// The sums at every point, (z, y, x).
template <class T>
std::vector<point> sums(const std::vector<gridfold::source<T>>& sources, const gridfold::lattice& where,
                        const radial& f = coulomb)
{
  std::vector<point> all(static_cast<std::size_t>(where.shape.count()));
  const std::int64_t rows = where.shape.y * where.shape.z;
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t i = 0; i < where.shape.x; ++i) {
      const std::int64_t k = row / where.shape.y, j = row % where.shape.y;
      all[static_cast<std::size_t>(row * where.shape.x + i)] =
          sum_at(sources, where.origin.x + static_cast<double>(i) * where.spacing.x,
                 where.origin.y + static_cast<double>(j) * where.spacing.y,
                 where.origin.z + static_cast<double>(k) * where.spacing.z, f);
    }
  return all;
}

/// The error bound of a sum of n terms computed in T against the reference. With u the unit roundoff of T:
/// - a coordinate of the point is rounded once (relative error u); a difference, a square and two additions add 5 u to
///   ln r2, which the interaction multiplies by its sensitivity, at most `steepness` times its value;
/// - the interaction, including the product with the charge, has a relative error of `roundoffs` u;
/// - additions have an error of `additions` u times the sum of magnitudes.
/// 1% covers terms of order u^2, and 8 units of float64's roundoff the reference's error.
template <class T>
double tolerance(const point& at, double roundoffs, double additions, double steepness = 0.5)
{
  const double u = std::numeric_limits<T>::epsilon() / 2.0, u64 = std::numeric_limits<double>::epsilon() / 2.0;
  return 1.01 * u * (at.place_error + (5 * steepness + roundoffs + additions) * at.magnitude) + 8 * u64 * at.magnitude;
}

/// Sources of both signs in and around a lattice; every 97th lies exactly on a point, if the lattice's origin and
/// spacing are dyadic.
template <class T>
std::vector<gridfold::source<T>> random_sources(std::size_t count, const gridfold::lattice& where, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> place(-0.2, 1.2), charge(-1, 1);
  std::vector<gridfold::source<T>> sources(count);
  const auto along = [&](double origin, double spacing, std::int64_t points, bool on_point) {
    const double extent = spacing * static_cast<double>(points);
    const double at = on_point ? spacing * static_cast<double>(generator() % static_cast<unsigned>(points))
                               : place(generator) * extent;
    return static_cast<T>(origin + at);
  };
  for (std::size_t s = 0; s < count; ++s) {
    const bool on_point = s % 97 == 96;
    sources[s].x = along(where.origin.x, where.spacing.x, where.shape.x, on_point);
    sources[s].y = along(where.origin.y, where.spacing.y, where.shape.y, on_point);
    sources[s].z = along(where.origin.z, where.spacing.z, where.shape.z, on_point);
    sources[s].charge = static_cast<T>(charge(generator));
  }
  return sources;
}

}  // namespace reference
