// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arithmetic with a rounding mode.
#pragma once
#pragma GCC system_header

#include <cfenv>
#include <gridfold_cuda/vector_types.hpp>
namespace gridfold_cuda
{

/// The result of compute(), rounded by a mode of <cfenv>.
template <class T, class Compute>
GRIDFOLD_WORD T rounded(int mode, Compute compute)
{
  const int before = fegetround();
  fesetround(mode);
  const volatile T result = compute();
  fesetround(before);
  return result;
}

}  // namespace gridfold_cuda

// Operands are volatile, so that the compiler keeps operations within the mode.
#define GRIDFOLD_COMPUTED(type, mode, operands, expression)           \
  {                                                                   \
    return gridfold_cuda::rounded<type>(mode, [=]() GRIDFOLD_UNSEEN { \
      const volatile type operands;                                   \
      return static_cast<type>(expression);                           \
    });                                                               \
  }
#define GRIDFOLD_COMMA ,
#define GRIDFOLD_ONE(type, name, mode, expression) \
  GRIDFOLD_WORD type name(type a) GRIDFOLD_COMPUTED(type, mode, x = a, expression)
#define GRIDFOLD_TWO(type, name, mode, expression) \
  GRIDFOLD_WORD type name(type a, type b) GRIDFOLD_COMPUTED(type, mode, x = a GRIDFOLD_COMMA y = b, expression)
#define GRIDFOLD_THREE(type, name, mode, expression) \
  GRIDFOLD_WORD type name(type a, type b, type c)    \
      GRIDFOLD_COMPUTED(type, mode, x = a GRIDFOLD_COMMA y = b GRIDFOLD_COMMA z = c, expression)
#define GRIDFOLD_ROUNDED(type, letter, fma_name, suffix, mode)            \
  GRIDFOLD_TWO(type, __##letter##add_##suffix, mode, x + y)               \
  GRIDFOLD_TWO(type, __##letter##sub_##suffix, mode, x - y)               \
  GRIDFOLD_TWO(type, __##letter##mul_##suffix, mode, x* y)                \
  GRIDFOLD_TWO(type, __##letter##div_##suffix, mode, x / y)               \
  GRIDFOLD_ONE(type, __##letter##rcp_##suffix, mode, 1 / x)               \
  GRIDFOLD_ONE(type, __##letter##sqrt_##suffix, mode, std::sqrt(type{x})) \
  GRIDFOLD_THREE(type, fma_name##_##suffix, mode, std::fma(type{x}, type{y}, type{z}))
#define GRIDFOLD_IN_MODE(suffix, mode)             \
  GRIDFOLD_ROUNDED(float, f, __fmaf, suffix, mode) \
  GRIDFOLD_ROUNDED(double, d, __fma, suffix, mode)
GRIDFOLD_IN_MODE(rn, FE_TONEAREST)
GRIDFOLD_IN_MODE(rz, FE_TOWARDZERO)
GRIDFOLD_IN_MODE(rd, FE_DOWNWARD)
GRIDFOLD_IN_MODE(ru, FE_UPWARD)
/// A double's square root, rounded once.
GRIDFOLD_WORD float __frsqrt_rn(float x) { return static_cast<float>(1 / std::sqrt(static_cast<double>(x))); }
#undef GRIDFOLD_IN_MODE
#undef GRIDFOLD_ROUNDED
#undef GRIDFOLD_THREE
#undef GRIDFOLD_TWO
#undef GRIDFOLD_ONE
#undef GRIDFOLD_COMMA
#undef GRIDFOLD_COMPUTED
