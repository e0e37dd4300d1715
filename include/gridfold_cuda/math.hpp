// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA's mathematical functions that the C library lacks, and its intrinsics. Results are those of the host's
/// arithmetic, of the accuracy of the function that an intrinsic approximates.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/conversions.hpp>
#include <gridfold_cuda/integers.hpp>
#include <gridfold_cuda/rounded.hpp>
#include <gridfold_cuda/simd.hpp>
#include <gridfold_cuda/special_functions.hpp>

template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) GRIDFOLD_INLINE constexpr auto min(A a, B b)
{
  using C = std::common_type_t<A, B>;
  return static_cast<C>(b) < static_cast<C>(a) ? static_cast<C>(b) : static_cast<C>(a);
}
template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) GRIDFOLD_INLINE constexpr auto max(A a, B b)
{
  using C = std::common_type_t<A, B>;
  return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(b) : static_cast<C>(a);
}

#define GRIDFOLD_UNARY(type, name, expression) \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE type name(type x) { return expression; }
#define GRIDFOLD_BINARY(type, name, expression) \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE type name(type x, type y) { return expression; }
GRIDFOLD_UNARY(float, rsqrtf, 1 / std::sqrt(x))
GRIDFOLD_UNARY(double, rsqrt, 1 / std::sqrt(x))
GRIDFOLD_UNARY(float, rcbrtf, 1 / std::cbrt(x))
GRIDFOLD_UNARY(double, rcbrt, 1 / std::cbrt(x))
GRIDFOLD_UNARY(float, sinpif, static_cast<float>(std::sin(M_PI* x)))
GRIDFOLD_UNARY(double, sinpi, std::sin(M_PI* x))
GRIDFOLD_UNARY(float, cospif, static_cast<float>(std::cos(M_PI* x)))
GRIDFOLD_UNARY(double, cospi, std::cos(M_PI* x))
GRIDFOLD_UNARY(float, normcdff, static_cast<float>(std::erfc(-x* M_SQRT1_2) / 2))
GRIDFOLD_UNARY(double, normcdf, std::erfc(-x* M_SQRT1_2) / 2)
GRIDFOLD_BINARY(float, fdividef, x / y)
#undef GRIDFOLD_UNARY
#undef GRIDFOLD_BINARY

// No templates: glibc declares some of these names, without defining them, and a template would yield to that.
#define GRIDFOLD_INTRINSIC(name, expression) \
  GRIDFOLD_INLINE float name(float x) { return expression; }
GRIDFOLD_INTRINSIC(__expf, std::exp(x))
GRIDFOLD_INTRINSIC(__exp10f, std::pow(10.0f, x))
GRIDFOLD_INTRINSIC(__logf, std::log(x))
GRIDFOLD_INTRINSIC(__log2f, std::log2(x))
GRIDFOLD_INTRINSIC(__log10f, std::log10(x))
GRIDFOLD_INTRINSIC(__sinf, std::sin(x))
GRIDFOLD_INTRINSIC(__cosf, std::cos(x))
GRIDFOLD_INTRINSIC(__tanf, std::tan(x))
GRIDFOLD_INTRINSIC(__tanhf, std::tanh(x))
GRIDFOLD_INTRINSIC(__saturatef, x > 0 ? (x < 1 ? x : 1) : 0)
#undef GRIDFOLD_INTRINSIC
GRIDFOLD_INLINE float __powf(float x, float y) { return std::pow(x, y); }
GRIDFOLD_INLINE float __fdividef(float x, float y) { return x / y; }
GRIDFOLD_INLINE void __sincosf(float x, float* s, float* c) { *s = std::sin(x), *c = std::cos(x); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE long long llmin(long long a, long long b) { return min(a, b); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE long long llmax(long long a, long long b) { return max(a, b); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
  return min(a, b);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
  return max(a, b);
}
