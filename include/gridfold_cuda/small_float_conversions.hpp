// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Conversions of a floating-point type of 16 bits, and of pairs: cuda_fp16.h and cuda_bf16.h include it with the
/// type's names.
#pragma GCC system_header

GRIDFOLD_INLINE float GRIDFOLD_NAME(__, 2float)(GRIDFOLD_F v) { return gridfold_cuda::value_of_small(v); }
GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__float2, )(float v) { return v; }
GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__double2, )(double v) { return v; }

#define GRIDFOLD_ROUNDED(from, type, suffix, mode)                                 \
  GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__##from##2, _##suffix)(type v)         \
  {                                                                                \
    return GRIDFOLD_RAW{GRIDFOLD_F::format::of(v, gridfold_cuda::rounding::mode)}; \
  }
#define GRIDFOLD_TO_INTEGER(to, type, suffix, round)                                     \
  GRIDFOLD_INLINE type GRIDFOLD_NAME(__, 2##to##_##suffix)(GRIDFOLD_F v)                 \
  {                                                                                      \
    return gridfold_cuda::saturated<type>(std::round(gridfold_cuda::value_of_small(v))); \
  }
#define GRIDFOLD_FROM(from, type)           \
  GRIDFOLD_ROUNDED(from, type, rn, to_even) \
  GRIDFOLD_ROUNDED(from, type, rz, to_zero) \
  GRIDFOLD_ROUNDED(from, type, rd, down)    \
  GRIDFOLD_ROUNDED(from, type, ru, up)
#define GRIDFOLD_INTEGER(name, type)             \
  GRIDFOLD_FROM(name, type)                      \
  GRIDFOLD_TO_INTEGER(name, type, rn, nearbyint) \
  GRIDFOLD_TO_INTEGER(name, type, rz, trunc)     \
  GRIDFOLD_TO_INTEGER(name, type, rd, floor)     \
  GRIDFOLD_TO_INTEGER(name, type, ru, ceil)
GRIDFOLD_FROM(float, float)
GRIDFOLD_INTEGER(int, int)
GRIDFOLD_INTEGER(uint, unsigned)
GRIDFOLD_INTEGER(short, short)
GRIDFOLD_INTEGER(ushort, unsigned short)
GRIDFOLD_INTEGER(ll, long long)
GRIDFOLD_INTEGER(ull, unsigned long long)
GRIDFOLD_TO_INTEGER(char, signed char, rz, trunc)
GRIDFOLD_TO_INTEGER(uchar, unsigned char, rz, trunc)
#undef GRIDFOLD_INTEGER
#undef GRIDFOLD_FROM
#undef GRIDFOLD_TO_INTEGER
#undef GRIDFOLD_ROUNDED

GRIDFOLD_INLINE short GRIDFOLD_NAME(__, _as_short)(GRIDFOLD_F v) { return static_cast<short>(v.gridfold_bits); }
GRIDFOLD_INLINE unsigned short GRIDFOLD_NAME(__, _as_ushort)(GRIDFOLD_F v) { return v.gridfold_bits; }
GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__short_as_, )(short v)
{
  return GRIDFOLD_RAW{static_cast<unsigned short>(v)};
}
GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__ushort_as_, )(unsigned short v) { return GRIDFOLD_RAW{v}; }

// Pairs.
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(make_, 2)(GRIDFOLD_F x, GRIDFOLD_F y) { return {x, y}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__halves2, 2)(GRIDFOLD_F x, GRIDFOLD_F y) { return {x, y}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_BOTH(__, 2, 2)(GRIDFOLD_F v) { return {v, v}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__float2, 2_rn)(float v) { return {v, v}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__floats2, 2_rn)(float x, float y) { return {x, y}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__float22, 2_rn)(float2 v) { return {v.x, v.y}; }
GRIDFOLD_INLINE float2 GRIDFOLD_NAME(__, 22float2)(GRIDFOLD_F2 v)
{
  return {gridfold_cuda::value_of_small(v.x), gridfold_cuda::value_of_small(v.y)};
}
GRIDFOLD_INLINE float __low2float(GRIDFOLD_F2 v) { return gridfold_cuda::value_of_small(v.x); }
GRIDFOLD_INLINE float __high2float(GRIDFOLD_F2 v) { return gridfold_cuda::value_of_small(v.y); }
GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__low2, )(GRIDFOLD_F2 v) { return v.x; }
GRIDFOLD_INLINE GRIDFOLD_F GRIDFOLD_NAME(__high2, )(GRIDFOLD_F2 v) { return v.y; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__low2, 2)(GRIDFOLD_F2 v) { return {v.x, v.x}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__high2, 2)(GRIDFOLD_F2 v) { return {v.y, v.y}; }
GRIDFOLD_INLINE GRIDFOLD_F2 __lowhigh2highlow(GRIDFOLD_F2 v) { return {v.y, v.x}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__lows2, 2)(GRIDFOLD_F2 a, GRIDFOLD_F2 b) { return {a.x, b.x}; }
GRIDFOLD_INLINE GRIDFOLD_F2 GRIDFOLD_NAME(__highs2, 2)(GRIDFOLD_F2 a, GRIDFOLD_F2 b) { return {a.y, b.y}; }
