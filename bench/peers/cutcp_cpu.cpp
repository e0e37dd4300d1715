// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cutcp_cpu.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cutcp
{

namespace
{

/// The points of an axis within a distance of a place.
struct interval {
  int begin, end;
  interval(float at, float distance, float spacing, int points)
      : begin(std::max(0, static_cast<int>(std::ceil((at - distance) / spacing)))),
        end(std::min(points, static_cast<int>(std::floor((at + distance) / spacing)) + 1))
  {
  }
};

void add_to_row(const gridfold::source<float>& a, float dyz2, float spacing, float cutoff, int points, float* row)
{
  const float cutoff2 = cutoff * cutoff, inverse = 1 / cutoff2;
  const interval x(a.x, std::sqrt(cutoff2 - dyz2), spacing, points);
  for (int i = x.begin; i < x.end; ++i) {
    const float dx = a.x - static_cast<float>(i) * spacing, r2 = dx * dx + dyz2, left = 1 - r2 * inverse;
    row[i] += r2 < cutoff2 ? a.charge / std::sqrt(r2) * left * left : 0.0f;
  }
}

}  // namespace

void sum_on_cpu(const std::vector<gridfold::source<float>>& atoms, int points, float spacing, float cutoff, float* out)
{
  const float cutoff2 = cutoff * cutoff;
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < points; ++k)
    for (const auto& a : atoms) {
      const float dz = a.z - static_cast<float>(k) * spacing, dz2 = dz * dz;
      if (dz2 >= cutoff2) continue;
      const interval y(a.y, std::sqrt(cutoff2 - dz2), spacing, points);
      for (int j = y.begin; j < y.end; ++j) {
        const float dy = a.y - static_cast<float>(j) * spacing, dyz2 = dy * dy + dz2;
        const auto row = (static_cast<std::ptrdiff_t>(k) * points + j) * points;
        if (dyz2 < cutoff2) add_to_row(a, dyz2, spacing, cutoff, points, out + row);
      }
    }
}

}  // namespace cutcp
