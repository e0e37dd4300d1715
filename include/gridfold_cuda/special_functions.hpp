// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Norms and special functions that the C library lacks, computed in double.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/vector_types.hpp>

namespace gridfold_cuda
{

/// The inverse error function: a fit with an error of about 1e-3, then Newton's steps with erfc for the tail.
GRIDFOLD_WORD double inverse_erf(double x, double complement)
{
  if (!(complement > 0 && complement < 2)) {
    if (complement == 0) return HUGE_VAL;
    return complement == 2 ? -HUGE_VAL : NAN;
  }
  const double l = ::log(complement * (2 - complement)), h = 2 / (M_PI * 0.147) + l / 2;
  double y = ::copysign(::sqrt(::sqrt(h * h - l / 0.147) - h), x);
  for (int step = 0; step < 4; ++step) {
    const double slope = -2 / ::sqrt(M_PI) * ::exp(-y * y);
    const double off = x >= 0 ? ::erfc(y) - complement : (2 - complement) - ::erfc(-y);
    if (slope == 0) break;
    y -= off / (slope + y * off);
  }
  return y;
}
/// exp(x^2) erfc(x), by a continued fraction if erfc underflows.
GRIDFOLD_WORD double scaled_erfc(double x)
{
  if (x < 10) return ::exp(x * x) * ::erfc(x);
  double tail = x;
  for (int n = 60; n > 0; --n) tail = x + n / (2 * tail);
  return 1 / (tail * ::sqrt(M_PI));
}
/// The modified Bessel function of the first kind, of order 0 or 1: by its series, or by exponentials for large x.
GRIDFOLD_WORD double bessel_i(int order, double x)
{
  const double half = x / 2;
  double term = order == 0 ? 1 : half, sum = term;
  for (int n = 1; n < 1000; ++n) {
    term *= half / n * (half / (n + order));
    sum += term;
    if (!(term > sum * 1e-18 || term < sum * -1e-18) || sum > 1e308) break;
  }
  return sum;
}
GRIDFOLD_WORD double norm_of(int dimensions, const double* p)
{
  double largest = 0, sum = 0;
  for (int i = 0; i < dimensions; ++i) largest = ::fmax(largest, ::fabs(p[i]));
  if (largest == 0 || largest > 1e308) return largest;
  for (int i = 0; i < dimensions; ++i) sum += p[i] / largest * (p[i] / largest);
  return largest * ::sqrt(sum);
}

}  // namespace gridfold_cuda

#define GRIDFOLD_BOTH(name, expression)                \
  GRIDFOLD_YIELDS GRIDFOLD_WORD float name##f(float v) \
  {                                                    \
    const double x = v;                                \
    return static_cast<float>(expression);             \
  }                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_WORD double name(double x) { return expression; }
GRIDFOLD_BOTH(erfinv, gridfold_cuda::inverse_erf(x, 1 - x))
GRIDFOLD_BOTH(erfcinv, gridfold_cuda::inverse_erf(1 - x, x))
GRIDFOLD_BOTH(normcdfinv, -M_SQRT2* gridfold_cuda::inverse_erf(1 - 2 * x, 2 * x))
GRIDFOLD_BOTH(erfcx, gridfold_cuda::scaled_erfc(x))
GRIDFOLD_BOTH(cyl_bessel_i0, gridfold_cuda::bessel_i(0, x))
GRIDFOLD_BOTH(cyl_bessel_i1, gridfold_cuda::bessel_i(1, x))
#undef GRIDFOLD_BOTH

// Lengths of vectors, and their reciprocals.
#define GRIDFOLD_NORM(type, suffix)                                                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_WORD type norm3d##suffix(type x, type y, type z)                                            \
  {                                                                                                                    \
    const double p[3] = {x, y, z};                                                                                     \
    return static_cast<type>(gridfold_cuda::norm_of(3, p));                                                            \
  }                                                                                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_WORD type norm4d##suffix(type x, type y, type z, type w)                                    \
  {                                                                                                                    \
    const double p[4] = {x, y, z, w};                                                                                  \
    return static_cast<type>(gridfold_cuda::norm_of(4, p));                                                            \
  }                                                                                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_WORD type norm##suffix(int dimensions, const type* p)                                       \
  {                                                                                                                    \
    double sum = 0;                                                                                                    \
    for (int i = 0; i < dimensions; ++i) {                                                                             \
      gridfold_cuda::note_access(p + i, sizeof(type), gridfold_cuda::word_access::load, GRIDFOLD_CODE);                \
      sum = ::hypot(sum, p[i]);                                                                                        \
    }                                                                                                                  \
    return static_cast<type>(sum);                                                                                     \
  }                                                                                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE type rnorm3d##suffix(type x, type y, type z) { return 1 / norm3d##suffix(x, y, z); } \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE type rnorm4d##suffix(type x, type y, type z, type w)                                 \
  {                                                                                                                    \
    return 1 / norm4d##suffix(x, y, z, w);                                                                             \
  }                                                                                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE type rnorm##suffix(int dimensions, const type* p)                                    \
  {                                                                                                                    \
    return 1 / norm##suffix(dimensions, p);                                                                            \
  }                                                                                                                    \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE type rhypot##suffix(type x, type y) { return 1 / hypot##suffix(x, y); }
GRIDFOLD_NORM(float, f)
GRIDFOLD_NORM(double, )
#undef GRIDFOLD_NORM
