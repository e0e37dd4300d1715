// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Potential maps of a period of charges by Ewald's two sums, in float64.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "../support/triclinic.hpp"
#include "check_particle_mesh.hpp"

namespace test
{

/// Ewald's sums over a period: Gaussians of width 1 / alpha divide the interaction. Both sums end where their terms are
/// below 1e-14 of the first, so the result does not depend on alpha. The period has a conductor around it, and a
/// background that makes it neutral. Source: P. P. Ewald, Annalen der Physik 369 (1921) 253.
struct ewald_sums {
  gf::period_vectors period;
  double alpha;
  static constexpr double pi = std::numbers::pi, reach = 5.7;  // erfc(5.7) = 8e-16

  struct wave {
    double x, y, z, cosine, sine;  ///< the wave vector, and amplitudes of the potential
  };
  std::vector<wave> waves;
  double background = 0;

  template <class T>
  ewald_sums(const std::vector<gf::source<T>>& atoms, const gf::vec3& lengths, double per_width)
      : ewald_sums(atoms, gf::period_vectors(lengths), per_width)
  {
  }
  template <class T>
  ewald_sums(const std::vector<gf::source<T>>& atoms, const gf::period_vectors& vectors, double per_width)
      : period(vectors), alpha(per_width)
  {
    const auto& [length, tilt] = period;
    const gf::vec3 edge = period.edges();
    const double volume = period.volume(), most = 2 * alpha * reach;
    for (const auto& a : atoms) background -= pi / (alpha * alpha * volume) * a.charge;
    const auto last = [&](double l) { return static_cast<int>(most * l / (2 * pi)); };
    for (int k = -last(edge.z); k <= last(edge.z); ++k)
      for (int j = -last(edge.y); j <= last(edge.y); ++j)
        for (int i = 0; i <= last(edge.x); ++i) {
          wave w{2 * pi * i / length.x, 0, 0, 0, 0};
          w.y = (2 * pi * j - w.x * tilt.xy) / length.y;
          w.z = (2 * pi * k - w.x * tilt.xz - w.y * tilt.yz) / length.z;
          const double k2 = w.x * w.x + w.y * w.y + w.z * w.z;
          if (k2 == 0 || k2 > most * most) continue;
          // Opposite wave vectors make equal terms: those with i < 0 are counted here.
          const double factor = (i == 0 ? 1 : 2) * 4 * pi / volume * std::exp(-k2 / (4 * alpha * alpha)) / k2;
          for (const auto& a : atoms) {
            const double phase = w.x * a.x + w.y * a.y + w.z * a.z;
            w.cosine += factor * a.charge * std::cos(phase);
            w.sine += factor * a.charge * std::sin(phase);
          }
          waves.push_back(w);
        }
  }

  /// The potential of all atoms at a point; those on it are left out.
  template <class T>
  [[nodiscard]] double at(const std::vector<gf::source<T>>& atoms, double x, double y, double z) const
  {
    double sum = background;
    for (const wave& w : waves) {
      const double phase = w.x * x + w.y * y + w.z * z;
      sum += w.cosine * std::cos(phase) + w.sine * std::sin(phase);
    }
    for (const auto& a : atoms)
      for_each_image(x - a.x, y - a.y, z - a.z, [&](double r) {
        if (r > 0)
          sum += a.charge * std::erfc(alpha * r) / r;
        else
          sum -= a.charge * 2 * alpha / std::sqrt(pi);
      });
    return sum;
  }

  /// Minus the gradient of the potential at a point; of atoms on it, only that of their other images.
  template <class T>
  [[nodiscard]] gf::vec3 field_at(const std::vector<gf::source<T>>& atoms, double x, double y, double z) const
  {
    gf::vec3 sum{0, 0, 0};
    for (const wave& w : waves) {
      const double phase = w.x * x + w.y * y + w.z * z, by = w.cosine * std::sin(phase) - w.sine * std::cos(phase);
      sum = {sum.x + by * w.x, sum.y + by * w.y, sum.z + by * w.z};
    }
    for (const auto& a : atoms)
      for_each_image_at(x - a.x, y - a.y, z - a.z, [&](const gf::vec3& d, double r) {
        if (r == 0) return;
        const double gaussian = 2 * alpha / std::sqrt(pi) * std::exp(-alpha * alpha * r * r);
        const double by = a.charge * (std::erfc(alpha * r) / r + gaussian) / (r * r);
        sum = {sum.x + by * d.x, sum.y + by * d.y, sum.z + by * d.z};
      });
    return sum;
  }

  /// Calls use(distance) for all images that count.
  template <class Use>
  void for_each_image(double dx, double dy, double dz, Use use) const
  {
    for_each_image_at(dx, dy, dz, [&](const gf::vec3&, double r) { use(r); });
  }
  /// Calls use(step, distance) for all images that count.
  template <class Use>
  void for_each_image_at(double dx, double dy, double dz, Use use) const
  {
    const double far = reach / alpha;
    test::for_each_image({dx, dy, dz}, period, far, [&](const gf::vec3& d) {
      const double r = std::hypot(d.x, d.y, d.z);
      if (r < far) use(d, r);
    });
  }
};

/// The map of a period of atoms, by an alpha that makes both sums about as long.
template <class T>
exact_map ewald_map(const std::vector<gf::source<T>>& atoms, const gf::lattice& where, const gf::period_vectors& period,
                    double share = 1)
{
  const ewald_sums sums(atoms, period, share * 5 / std::cbrt(period.volume()));
  exact_map map;
  for (std::int64_t k = 0; k < where.shape.z; ++k)
    for (std::int64_t j = 0; j < where.shape.y; ++j)
      for (std::int64_t i = 0; i < where.shape.x; ++i) {
        const double x = where.origin.x + where.spacing.x * static_cast<double>(i);
        const double y = where.origin.y + where.spacing.y * static_cast<double>(j);
        const double z = where.origin.z + where.spacing.z * static_cast<double>(k);
        double nearest = std::numeric_limits<double>::infinity(), squares = 0;
        for (const auto& a : atoms) {
          double least = std::numeric_limits<double>::infinity();
          sums.for_each_image(x - a.x, y - a.y, z - a.z, [&](double r) { least = std::min(least, r); });
          nearest = std::min(nearest, least);
          if (least > 0) squares += a.charge * a.charge / (least * least);
        }
        map.value.push_back(sums.at(atoms, x, y, z));
        map.nearest.push_back(nearest);
        map.scattered.push_back(std::sqrt(squares));
      }
  return map;
}

}  // namespace test
