// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random triclinic boxes, and the images of a step in float64 by search.
#pragma once

#include <algorithm>
#include <cmath>
#include <gridfold/core/period_vectors.hpp>
#include <random>

namespace test
{

/// A box with lengths from 1 to 2 times `length`. Some are not reduced.
inline gridfold::period_vectors random_period(std::mt19937& generator, double length)
{
  std::uniform_real_distribution<double> size(length, 2 * length), share(-0.5, 0.5);
  const gridfold::vec3 lengths{size(generator), size(generator), size(generator)};
  const double most = generator() % 2 == 0 ? 1 : 3;
  return {
      lengths,
      {most * share(generator) * lengths.x, most * share(generator) * lengths.x, most * share(generator) * lengths.y}};
}

/// The three boxes of molecular dynamics whose edges have one length: of a truncated octahedron, a rhombic dodecahedron
/// with a square face, and a hexagonal prism.
inline gridfold::period_vectors usual_period(int n, double edge)
{
  const double octahedron = std::acos(1.0 / 3) * 180 / 3.14159265358979323846;
  const gridfold::vec3 edges{edge, edge, edge};
  return n == 0   ? gridfold::period_vectors_of(edges, {octahedron, 180 - octahedron, octahedron})
         : n == 1 ? gridfold::period_vectors_of(edges, {60, 60, 90})
                  : gridfold::period_vectors_of(edges, {90, 90, 120});
}

inline gridfold::vec3 shifted(const gridfold::vec3& at, const gridfold::period_vectors& by, double i, double j,
                              double k)
{
  const auto& [lengths, tilt] = by;
  return {at.x + i * lengths.x + j * tilt.xy + k * tilt.xz, at.y + j * lengths.y + k * tilt.yz, at.z + k * lengths.z};
}

/// Calls use(image) for each image of a step within a distance, or a little farther.
template <class Use>
void for_each_image(const gridfold::vec3& step, const gridfold::period_vectors& period, double distance, Use use)
{
  const auto& [lengths, tilt] = period;
  const auto first = [&](double at, double length) { return std::floor((-distance - at) / length); };
  const auto last = [&](double at, double length) { return std::ceil((distance - at) / length); };
  for (double k = first(step.z, lengths.z); k <= last(step.z, lengths.z); ++k) {
    const gridfold::vec3 plane = shifted(step, period, 0, 0, k);
    for (double j = first(plane.y, lengths.y); j <= last(plane.y, lengths.y); ++j) {
      const gridfold::vec3 row = shifted(plane, period, 0, j, 0);
      for (double i = first(row.x, lengths.x); i <= last(row.x, lengths.x); ++i) use(shifted(row, period, i, 0, 0));
    }
  }
}

inline double square_of(const gridfold::vec3& at) { return at.x * at.x + at.y * at.y + at.z * at.z; }

/// The nearest image of a step.
inline gridfold::vec3 nearest(const gridfold::vec3& step, const gridfold::period_vectors& period)
{
  const auto& lengths = period.lengths;
  gridfold::vec3 found{1e150, 0, 0};
  for_each_image(step, period, std::hypot(lengths.x, lengths.y, lengths.z), [&](const gridfold::vec3& image) {
    if (square_of(image) < square_of(found)) found = image;
  });
  return found;
}

}  // namespace test
