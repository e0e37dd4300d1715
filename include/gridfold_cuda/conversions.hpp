// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Conversions of numbers, and of their bits.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/rounded.hpp>
#include <limits>
#define GRIDFOLD_BITS(name, to, from) \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE to name(from x) { return __builtin_bit_cast(to, x); }
GRIDFOLD_BITS(__float_as_int, int, float)
GRIDFOLD_BITS(__float_as_uint, unsigned, float)
GRIDFOLD_BITS(__int_as_float, float, int)
GRIDFOLD_BITS(__uint_as_float, float, unsigned)
GRIDFOLD_BITS(__double_as_longlong, long long, double)
GRIDFOLD_BITS(__longlong_as_double, double, long long)
#undef GRIDFOLD_BITS
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __double2hiint(double x)
{
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __double2loint(double x)
{
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE double __hiloint2double(int hi, int lo)
{
  return __builtin_bit_cast(
      double, static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 | static_cast<unsigned>(lo));
}

// Conversions that saturate, as on a GPU.
namespace gridfold_cuda
{
template <class To, class From>
GRIDFOLD_WORD To saturated(From x)
{
  // NaN becomes 0, or the integer's top bit alone if one of the types has 64 bits.
  if (!(x == x)) return sizeof(From) + sizeof(To) < 12 ? To{} : static_cast<To>(To{1} << (8 * sizeof(To) - 1));
  if (x <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (x >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(x);
}
}  // namespace gridfold_cuda
#define GRIDFOLD_TO_INTEGER(from, from_type, to, to_type)                   \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE to_type __##from##2##to##_rn(from_type x) \
  {                                                                         \
    return gridfold_cuda::saturated<to_type>(std::nearbyint(x));            \
  }                                                                         \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE to_type __##from##2##to##_rz(from_type x) \
  {                                                                         \
    return gridfold_cuda::saturated<to_type>(std::trunc(x));                \
  }                                                                         \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE to_type __##from##2##to##_rd(from_type x) \
  {                                                                         \
    return gridfold_cuda::saturated<to_type>(std::floor(x));                \
  }                                                                         \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE to_type __##from##2##to##_ru(from_type x) \
  {                                                                         \
    return gridfold_cuda::saturated<to_type>(std::ceil(x));                 \
  }
GRIDFOLD_TO_INTEGER(float, float, int, int)
GRIDFOLD_TO_INTEGER(float, float, uint, unsigned)
GRIDFOLD_TO_INTEGER(float, float, ll, long long)
GRIDFOLD_TO_INTEGER(float, float, ull, unsigned long long)
GRIDFOLD_TO_INTEGER(double, double, int, int)
GRIDFOLD_TO_INTEGER(double, double, uint, unsigned)
GRIDFOLD_TO_INTEGER(double, double, ll, long long)
GRIDFOLD_TO_INTEGER(double, double, ull, unsigned long long)
#undef GRIDFOLD_TO_INTEGER

#define GRIDFOLD_ROUND(name, to, from, mode)                        \
  GRIDFOLD_YIELDS GRIDFOLD_WORD to name(from x)                     \
  {                                                                 \
    return gridfold_cuda::rounded<to>(mode, [=]() GRIDFOLD_UNSEEN { \
      volatile from v = x;                                          \
      return static_cast<to>(v);                                    \
    });                                                             \
  }
#define GRIDFOLD_FROM(from, from_type, to)                           \
  GRIDFOLD_ROUND(__##from##2##to##_rn, to, from_type, FE_TONEAREST)  \
  GRIDFOLD_ROUND(__##from##2##to##_rz, to, from_type, FE_TOWARDZERO) \
  GRIDFOLD_ROUND(__##from##2##to##_rd, to, from_type, FE_DOWNWARD)   \
  GRIDFOLD_ROUND(__##from##2##to##_ru, to, from_type, FE_UPWARD)
GRIDFOLD_FROM(int, int, float)
GRIDFOLD_FROM(uint, unsigned, float)
GRIDFOLD_FROM(ll, long long, float)
GRIDFOLD_FROM(ull, unsigned long long, float)
GRIDFOLD_FROM(ll, long long, double)
GRIDFOLD_FROM(ull, unsigned long long, double)
GRIDFOLD_FROM(double, double, float)
#undef GRIDFOLD_FROM
#undef GRIDFOLD_ROUND
GRIDFOLD_YIELDS GRIDFOLD_INLINE double __int2double_rn(int x) { return x; }
GRIDFOLD_YIELDS GRIDFOLD_INLINE double __uint2double_rn(unsigned x) { return x; }
