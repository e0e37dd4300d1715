// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA's mathematical functions that the C library lacks, and its intrinsics. Results are those of the host's
/// arithmetic, of the accuracy of the function that an intrinsic approximates.
#pragma once
#pragma GCC system_header

#include <bit>
#include <gridfold_cuda/vector_types.hpp>
#include <limits>

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
  GRIDFOLD_INLINE type name(type x) { return expression; }
#define GRIDFOLD_BINARY(type, name, expression) \
  GRIDFOLD_INLINE type name(type x, type y) { return expression; }
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
GRIDFOLD_UNARY(float, __expf, std::exp(x))
GRIDFOLD_UNARY(float, __exp10f, std::pow(10.0f, x))
GRIDFOLD_UNARY(float, __logf, std::log(x))
GRIDFOLD_UNARY(float, __log2f, std::log2(x))
GRIDFOLD_UNARY(float, __log10f, std::log10(x))
GRIDFOLD_UNARY(float, __sinf, std::sin(x))
GRIDFOLD_UNARY(float, __cosf, std::cos(x))
GRIDFOLD_UNARY(float, __tanf, std::tan(x))
GRIDFOLD_UNARY(float, __tanhf, std::tanh(x))
GRIDFOLD_UNARY(float, __saturatef, x > 0 ? (x < 1 ? x : 1) : 0)
GRIDFOLD_UNARY(float, __frcp_rn, 1 / x)
GRIDFOLD_UNARY(float, __fsqrt_rn, std::sqrt(x))
GRIDFOLD_UNARY(float, __frsqrt_rn, 1 / std::sqrt(x))
GRIDFOLD_UNARY(double, __drcp_rn, 1 / x)
GRIDFOLD_UNARY(double, __dsqrt_rn, std::sqrt(x))
GRIDFOLD_BINARY(float, __powf, std::pow(x, y))
GRIDFOLD_BINARY(float, __fdividef, x / y)
GRIDFOLD_BINARY(float, fdividef, x / y)
#define GRIDFOLD_ROUNDED(suffix)                                                                 \
  GRIDFOLD_BINARY(float, __fadd_##suffix, x + y)                                                 \
  GRIDFOLD_BINARY(float, __fsub_##suffix, x - y)                                                 \
  GRIDFOLD_BINARY(float, __fmul_##suffix, x* y)                                                  \
  GRIDFOLD_BINARY(float, __fdiv_##suffix, x / y)                                                 \
  GRIDFOLD_BINARY(double, __dadd_##suffix, x + y)                                                \
  GRIDFOLD_BINARY(double, __dsub_##suffix, x - y)                                                \
  GRIDFOLD_BINARY(double, __dmul_##suffix, x* y)                                                 \
  GRIDFOLD_BINARY(double, __ddiv_##suffix, x / y)                                                \
  GRIDFOLD_INLINE float __fmaf_##suffix(float x, float y, float z) { return std::fma(x, y, z); } \
  GRIDFOLD_INLINE double __fma_##suffix(double x, double y, double z) { return std::fma(x, y, z); }
GRIDFOLD_ROUNDED(rn)
GRIDFOLD_ROUNDED(rz)
GRIDFOLD_ROUNDED(ru)
GRIDFOLD_ROUNDED(rd)
#undef GRIDFOLD_ROUNDED
#undef GRIDFOLD_UNARY
#undef GRIDFOLD_BINARY
GRIDFOLD_INLINE void __sincosf(float x, float* s, float* c) { *s = std::sin(x), *c = std::cos(x); }
GRIDFOLD_INLINE void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
GRIDFOLD_INLINE void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
GRIDFOLD_INLINE float norm3df(float x, float y, float z) { return std::sqrt(x * x + y * y + z * z); }
GRIDFOLD_INLINE float rnorm3df(float x, float y, float z) { return 1 / norm3df(x, y, z); }
GRIDFOLD_INLINE float rhypotf(float x, float y) { return 1 / std::hypot(x, y); }

GRIDFOLD_INLINE int __popc(unsigned x) { return std::popcount(x); }
GRIDFOLD_INLINE int __popcll(unsigned long long x) { return std::popcount(x); }
GRIDFOLD_INLINE int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
GRIDFOLD_INLINE int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
GRIDFOLD_INLINE int __ffs(int x) { return __builtin_ffs(x); }
GRIDFOLD_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x)
{
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
  return reversed;
}
inline unsigned long long __brevll(unsigned long long x)
{
  return (static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32) |
         __brev(static_cast<unsigned>(x >> 32));
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s)
{
  const unsigned long long both = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned result = 0;
  for (int byte = 0; byte < 4; ++byte)
    result |= static_cast<unsigned>(both >> (8 * (s >> (4 * byte) & 7)) & 0xff) << (8 * byte);
  return result;
}
GRIDFOLD_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s)
{
  return static_cast<unsigned>(((static_cast<unsigned long long>(hi) << 32 | lo) << (s & 31)) >> 32);
}
GRIDFOLD_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) >> (s & 31));
}
GRIDFOLD_INLINE int __mul24(int x, int y) { return x * y; }
GRIDFOLD_INLINE unsigned __umul24(unsigned x, unsigned y) { return x * y; }
GRIDFOLD_INLINE int __mulhi(int x, int y) { return static_cast<int>((static_cast<long long>(x) * y) >> 32); }
GRIDFOLD_INLINE unsigned __umulhi(unsigned x, unsigned y)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
GRIDFOLD_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
GRIDFOLD_INLINE long long __mul64hi(long long x, long long y)
{
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
GRIDFOLD_INLINE unsigned __sad(int x, int y, unsigned z)
{
  return z + static_cast<unsigned>(x < y ? static_cast<long long>(y) - x : static_cast<long long>(x) - y);
}
GRIDFOLD_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }
GRIDFOLD_INLINE int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
GRIDFOLD_INLINE int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
inline int __dp4a(int a, int b, int c)
{
  for (int byte = 0; byte < 4; ++byte)
    c += static_cast<signed char>(a >> (8 * byte)) * static_cast<signed char>(b >> (8 * byte));
  return c;
}

#define GRIDFOLD_BITS(name, to, from) \
  GRIDFOLD_INLINE to name(from x) { return __builtin_bit_cast(to, x); }
GRIDFOLD_BITS(__float_as_int, int, float)
GRIDFOLD_BITS(__float_as_uint, unsigned, float)
GRIDFOLD_BITS(__int_as_float, float, int)
GRIDFOLD_BITS(__uint_as_float, float, unsigned)
GRIDFOLD_BITS(__double_as_longlong, long long, double)
GRIDFOLD_BITS(__longlong_as_double, double, long long)
#undef GRIDFOLD_BITS
GRIDFOLD_INLINE int __double2hiint(double x) { return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32); }
GRIDFOLD_INLINE int __double2loint(double x) { return static_cast<int>(__builtin_bit_cast(unsigned long long, x)); }
GRIDFOLD_INLINE double __hiloint2double(int hi, int lo)
{
  return __builtin_bit_cast(double, static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 |
                               static_cast<unsigned>(lo));
}

// Conversions saturate, as the GPU's do.
namespace gridfold_cuda
{
template <class To, class From>
GRIDFOLD_INLINE To saturated(From x)
{
  if (!(x == x)) return 0;
  if (x <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (x >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(x);
}
}  // namespace gridfold_cuda
#define GRIDFOLD_TO_INTEGER(from, from_type, to, to_type)        \
  GRIDFOLD_INLINE to_type __##from##2##to##_rn(from_type x)      \
  {                                                              \
    return gridfold_cuda::saturated<to_type>(std::nearbyint(x)); \
  }                                                              \
  GRIDFOLD_INLINE to_type __##from##2##to##_rz(from_type x)      \
  {                                                              \
    return gridfold_cuda::saturated<to_type>(std::trunc(x));     \
  }                                                              \
  GRIDFOLD_INLINE to_type __##from##2##to##_rd(from_type x)      \
  {                                                              \
    return gridfold_cuda::saturated<to_type>(std::floor(x));     \
  }                                                              \
  GRIDFOLD_INLINE to_type __##from##2##to##_ru(from_type x) { return gridfold_cuda::saturated<to_type>(std::ceil(x)); }
GRIDFOLD_TO_INTEGER(float, float, int, int)
GRIDFOLD_TO_INTEGER(float, float, uint, unsigned)
GRIDFOLD_TO_INTEGER(float, float, ll, long long)
GRIDFOLD_TO_INTEGER(float, float, ull, unsigned long long)
GRIDFOLD_TO_INTEGER(double, double, int, int)
GRIDFOLD_TO_INTEGER(double, double, uint, unsigned)
GRIDFOLD_TO_INTEGER(double, double, ll, long long)
GRIDFOLD_TO_INTEGER(double, double, ull, unsigned long long)
#undef GRIDFOLD_TO_INTEGER
#define GRIDFOLD_FROM_INTEGER(from, from_type)                                             \
  GRIDFOLD_INLINE float __##from##2float_rn(from_type x) { return static_cast<float>(x); } \
  GRIDFOLD_INLINE float __##from##2float_rz(from_type x) { return static_cast<float>(x); } \
  GRIDFOLD_INLINE double __##from##2double_rn(from_type x) { return static_cast<double>(x); }
GRIDFOLD_FROM_INTEGER(int, int)
GRIDFOLD_FROM_INTEGER(uint, unsigned)
GRIDFOLD_FROM_INTEGER(ll, long long)
GRIDFOLD_FROM_INTEGER(ull, unsigned long long)
#undef GRIDFOLD_FROM_INTEGER
GRIDFOLD_INLINE float __double2float_rn(double x) { return static_cast<float>(x); }
GRIDFOLD_INLINE float __double2float_rz(double x) { return static_cast<float>(x); }
