// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "avx512.hpp"

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace avx512
{

namespace
{

constexpr int registers = 4, points = 16 * registers;

[[gnu::target("avx512f"), gnu::always_inline]] inline __m512 rsqrt(__m512 x)
{
  const __m512 y = _mm512_maskz_rsqrt14_ps(0xffff, x);
  const __m512 residual = _mm512_fnmadd_ps(_mm512_mul_ps(x, y), y, _mm512_set1_ps(1));
  return _mm512_fmadd_ps(_mm512_mul_ps(_mm512_set1_ps(0.5f), y), residual, y);
}

/// A source for a row of points: its x and charge, and dy^2 + dz^2.
struct from_row {
  float x, charge, dyz2;
};

[[gnu::target("avx512f")]] void sum_row(const std::vector<from_row>& sources, float x0, float step, std::int64_t size,
                                        float* out)
{
  const __m512 lane = _mm512_set_ps(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (std::int64_t i = 0; i < size; i += points) {
    __m512 x[registers], sum[registers];
    for (int r = 0; r < registers; ++r) {
      const __m512 index = _mm512_add_ps(lane, _mm512_set1_ps(static_cast<float>(i + 16 * r)));
      x[r] = _mm512_fmadd_ps(index, _mm512_set1_ps(step), _mm512_set1_ps(x0));
      sum[r] = _mm512_setzero_ps();
    }
    for (const from_row& s : sources) {
      const __m512 sx = _mm512_set1_ps(s.x), q = _mm512_set1_ps(s.charge), dyz2 = _mm512_set1_ps(s.dyz2);
      for (int r = 0; r < registers; ++r) {
        const __m512 dx = _mm512_sub_ps(x[r], sx);
        sum[r] = _mm512_fmadd_ps(q, rsqrt(_mm512_fmadd_ps(dx, dx, dyz2)), sum[r]);
      }
    }
    for (int r = 0; r < registers; ++r) _mm512_storeu_ps(out + i + 16 * r, sum[r]);
  }
}

}  // namespace

bool supported() { return __builtin_cpu_supports("avx512f") != 0; }

void sum(const std::vector<gridfold::source<float>>& sources, const gridfold::lattice& where, float* out)
{
  std::vector<from_row> row(sources.size());
  const auto x0 = static_cast<float>(where.origin.x), step = static_cast<float>(where.spacing.x);
  for (std::int64_t k = 0; k < where.shape.z; ++k)
    for (std::int64_t j = 0; j < where.shape.y; ++j) {
      const auto y = static_cast<float>(where.origin.y + static_cast<double>(j) * where.spacing.y);
      const auto z = static_cast<float>(where.origin.z + static_cast<double>(k) * where.spacing.z);
      for (std::size_t s = 0; s < sources.size(); ++s) {
        const float dy = y - sources[s].y, dz = z - sources[s].z;
        row[s] = {sources[s].x, sources[s].charge, dy * dy + dz * dz};
      }
      sum_row(row, x0, step, where.shape.x, out + (k * where.shape.y + j) * where.shape.x);
    }
}

}  // namespace avx512
