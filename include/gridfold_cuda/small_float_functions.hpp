// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Functions of a floating-point type of 16 bits, and of pairs: cuda_fp16.h and cuda_bf16.h include it with the type's
/// names. Each result is the exact one, rounded once.
#pragma GCC system_header

namespace gridfold_cuda
{

/// Clamps to [0, 1]; NaN becomes 0.
GRIDFOLD_WORD GRIDFOLD_F saturated_small(GRIDFOLD_F v)
{
  const float x = value_of_small(v);
  return x > 0 ? (x < 1 ? v : GRIDFOLD_F(1)) : GRIDFOLD_F(0);
}
/// At least 0, or NaN.
GRIDFOLD_WORD GRIDFOLD_F positive_small(GRIDFOLD_F v) { return value_of_small(v) < 0 ? GRIDFOLD_F(0) : v; }
GRIDFOLD_WORD GRIDFOLD_F multiplied_and_added(GRIDFOLD_F a, GRIDFOLD_F b, GRIDFOLD_F c)
{
  const double product = static_cast<double>(value_of_small(a)) * static_cast<double>(value_of_small(b));
  return rounded_small(c, sum_to_odd(product, value_of_small(c)));
}
GRIDFOLD_INLINE bool is_nan_small(GRIDFOLD_F v) { return (v.gridfold_bits & 0x7fff) > GRIDFOLD_F::format::infinity; }
/// The larger or the smaller number. The result is NaN if both are NaN, or if one is NaN and NaN is requested.
GRIDFOLD_WORD GRIDFOLD_F selected_small(GRIDFOLD_F a, GRIDFOLD_F b, bool larger, bool nan)
{
  const bool a_is_nan = is_nan_small(a), b_is_nan = is_nan_small(b);
  if (a_is_nan || b_is_nan) return nan || (a_is_nan && b_is_nan) ? GRIDFOLD_F(GRIDFOLD_RAW{0x7fff}) : a_is_nan ? b : a;
  const float x = value_of_small(a), y = value_of_small(b);
  const bool a_is_less = x < y || (x == y && __builtin_signbit(x));
  return a_is_less == larger ? b : a;
}

}  // namespace gridfold_cuda

// Defines a function of numbers, and the function of pairs.
#define GRIDFOLD_ONE(name, name2, expression)                          \
  GRIDFOLD_INLINE GRIDFOLD_F name(GRIDFOLD_F a) { return expression; } \
  GRIDFOLD_INLINE GRIDFOLD_F2 name2(GRIDFOLD_F2 a) { return {name(a.x), name(a.y)}; }
#define GRIDFOLD_TWO(name, name2, expression)                                        \
  GRIDFOLD_INLINE GRIDFOLD_F name(GRIDFOLD_F a, GRIDFOLD_F b) { return expression; } \
  GRIDFOLD_INLINE GRIDFOLD_F2 name2(GRIDFOLD_F2 a, GRIDFOLD_F2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define GRIDFOLD_THREE(name, name2, expression)                                                    \
  GRIDFOLD_INLINE GRIDFOLD_F name(GRIDFOLD_F a, GRIDFOLD_F b, GRIDFOLD_F c) { return expression; } \
  GRIDFOLD_INLINE GRIDFOLD_F2 name2(GRIDFOLD_F2 a, GRIDFOLD_F2 b, GRIDFOLD_F2 c)                   \
  {                                                                                                \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                             \
  }
GRIDFOLD_TWO(__hadd, __hadd2, a + b)
GRIDFOLD_TWO(__hsub, __hsub2, a - b)
GRIDFOLD_TWO(__hmul, __hmul2, a* b)
GRIDFOLD_TWO(__hdiv, __h2div, a / b)
GRIDFOLD_TWO(__hadd_rn, __hadd2_rn, a + b)
GRIDFOLD_TWO(__hsub_rn, __hsub2_rn, a - b)
GRIDFOLD_TWO(__hmul_rn, __hmul2_rn, a* b)
GRIDFOLD_TWO(__hadd_sat, __hadd2_sat, gridfold_cuda::saturated_small(a + b))
GRIDFOLD_TWO(__hsub_sat, __hsub2_sat, gridfold_cuda::saturated_small(a - b))
GRIDFOLD_TWO(__hmul_sat, __hmul2_sat, gridfold_cuda::saturated_small(a* b))
GRIDFOLD_ONE(__hneg, __hneg2, -a)
GRIDFOLD_ONE(__habs, __habs2, GRIDFOLD_F(GRIDFOLD_RAW{static_cast<unsigned short>(a.gridfold_bits & 0x7fff)}))
GRIDFOLD_THREE(__hfma, __hfma2, gridfold_cuda::multiplied_and_added(a, b, c))
GRIDFOLD_THREE(__hfma_sat, __hfma2_sat, gridfold_cuda::saturated_small(gridfold_cuda::multiplied_and_added(a, b, c)))
GRIDFOLD_THREE(__hfma_relu, __hfma2_relu, gridfold_cuda::positive_small(gridfold_cuda::multiplied_and_added(a, b, c)))
GRIDFOLD_TWO(__hmax, __hmax2, gridfold_cuda::selected_small(a, b, true, false))
GRIDFOLD_TWO(__hmin, __hmin2, gridfold_cuda::selected_small(a, b, false, false))
GRIDFOLD_TWO(__hmax_nan, __hmax2_nan, gridfold_cuda::selected_small(a, b, true, true))
GRIDFOLD_TWO(__hmin_nan, __hmin2_nan, gridfold_cuda::selected_small(a, b, false, true))
/// a * b + c for complex numbers.
GRIDFOLD_INLINE GRIDFOLD_F2 __hcmadd(GRIDFOLD_F2 a, GRIDFOLD_F2 b, GRIDFOLD_F2 c)
{
  return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// Comparisons; those whose names end in u are true for NaN.
#define GRIDFOLD_COMPARED(name, sign)                                                      \
  GRIDFOLD_INLINE bool __h##name(GRIDFOLD_F a, GRIDFOLD_F b)                               \
  {                                                                                        \
    return !gridfold_cuda::is_nan_small(a) & !gridfold_cuda::is_nan_small(b) & (a sign b); \
  }                                                                                        \
  GRIDFOLD_INLINE bool __h##name##u(GRIDFOLD_F a, GRIDFOLD_F b)                            \
  {                                                                                        \
    return gridfold_cuda::is_nan_small(a) | gridfold_cuda::is_nan_small(b) | (a sign b);   \
  }                                                                                        \
  GRIDFOLD_INLINE bool __hb##name##2(GRIDFOLD_F2 a, GRIDFOLD_F2 b)                         \
  {                                                                                        \
    return __h##name(a.x, b.x) & __h##name(a.y, b.y);                                      \
  }                                                                                        \
  GRIDFOLD_INLINE bool __hb##name##u2(GRIDFOLD_F2 a, GRIDFOLD_F2 b)                        \
  {                                                                                        \
    return __h##name##u(a.x, b.x) & __h##name##u(a.y, b.y);                                \
  }                                                                                        \
  GRIDFOLD_INLINE GRIDFOLD_F2 __h##name##2(GRIDFOLD_F2 a, GRIDFOLD_F2 b)                   \
  {                                                                                        \
    return {__h##name(a.x, b.x), __h##name(a.y, b.y)};                                     \
  }                                                                                        \
  GRIDFOLD_INLINE GRIDFOLD_F2 __h##name##u2(GRIDFOLD_F2 a, GRIDFOLD_F2 b)                  \
  {                                                                                        \
    return {__h##name##u(a.x, b.x), __h##name##u(a.y, b.y)};                               \
  }                                                                                        \
  GRIDFOLD_INLINE unsigned __h##name##2_mask(GRIDFOLD_F2 a, GRIDFOLD_F2 b)                 \
  {                                                                                        \
    return __h##name(a.x, b.x) * 0xffffu + __h##name(a.y, b.y) * 0xffff0000u;              \
  }                                                                                        \
  GRIDFOLD_INLINE unsigned __h##name##u2_mask(GRIDFOLD_F2 a, GRIDFOLD_F2 b)                \
  {                                                                                        \
    return __h##name##u(a.x, b.x) * 0xffffu + __h##name##u(a.y, b.y) * 0xffff0000u;        \
  }
GRIDFOLD_COMPARED(eq, ==)
GRIDFOLD_COMPARED(ne, !=)
GRIDFOLD_COMPARED(lt, <)
GRIDFOLD_COMPARED(le, <=)
GRIDFOLD_COMPARED(gt, >)
GRIDFOLD_COMPARED(ge, >=)
#undef GRIDFOLD_COMPARED
GRIDFOLD_INLINE bool __hisnan(GRIDFOLD_F a) { return gridfold_cuda::is_nan_small(a); }
GRIDFOLD_INLINE GRIDFOLD_F2 __hisnan2(GRIDFOLD_F2 a) { return {__hisnan(a.x), __hisnan(a.y)}; }
/// 1 for infinity, -1 for minus infinity, else 0.
GRIDFOLD_INLINE int __hisinf(GRIDFOLD_F a)
{
  const bool infinite = (a.gridfold_bits & 0x7fff) == GRIDFOLD_F::format::infinity;
  return infinite * (1 - (a.gridfold_bits >> 15) * 2);
}

#define GRIDFOLD_FUNCTION(name, expression)             \
  GRIDFOLD_INLINE GRIDFOLD_F h##name(GRIDFOLD_F a)      \
  {                                                     \
    const double x = gridfold_cuda::value_of_small(a);  \
    return gridfold_cuda::rounded_small(a, expression); \
  }                                                     \
  GRIDFOLD_INLINE GRIDFOLD_F2 h2##name(GRIDFOLD_F2 a) { return {h##name(a.x), h##name(a.y)}; }
GRIDFOLD_FUNCTION(sqrt, std::sqrt(x))
GRIDFOLD_FUNCTION(rsqrt, 1 / std::sqrt(x))
GRIDFOLD_FUNCTION(rcp, 1 / x)
GRIDFOLD_FUNCTION(exp, std::exp(x))
GRIDFOLD_FUNCTION(exp2, std::exp2(x))
GRIDFOLD_FUNCTION(exp10, std::pow(10.0, x))
GRIDFOLD_FUNCTION(log, std::log(x))
GRIDFOLD_FUNCTION(log2, std::log2(x))
GRIDFOLD_FUNCTION(log10, std::log10(x))
GRIDFOLD_FUNCTION(sin, std::sin(x))
GRIDFOLD_FUNCTION(cos, std::cos(x))
GRIDFOLD_FUNCTION(tanh, std::tanh(x))
GRIDFOLD_FUNCTION(tanh_approx, std::tanh(x))
GRIDFOLD_FUNCTION(trunc, std::trunc(x))
GRIDFOLD_FUNCTION(floor, std::floor(x))
GRIDFOLD_FUNCTION(ceil, std::ceil(x))
GRIDFOLD_FUNCTION(rint, std::nearbyint(x))
#undef GRIDFOLD_FUNCTION
#undef GRIDFOLD_ONE
#undef GRIDFOLD_TWO
#undef GRIDFOLD_THREE
#undef GRIDFOLD_EXPONENT
#undef GRIDFOLD_F
#undef GRIDFOLD_F2
#undef GRIDFOLD_RAW
#undef GRIDFOLD_RAW2
#undef GRIDFOLD_NAME
#undef GRIDFOLD_BOTH
