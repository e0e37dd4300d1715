// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// 2^x of scalars and packs. An interaction computes exp(a*x) as exponential_base2(a*log2(e) * x), with a*log2(e)
/// computed once.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/bit>
#include <gridfold/math/fence.hpp>
#include <gridfold/math/pack.hpp>
#include <limits>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace math
{

/// The exponent below which exponential_base2 may return zero. Smaller results could become denormal when multiplied by
/// a charge, and CPUs process denormal numbers about a hundred times slower.
template <class T>
inline constexpr int least_exponent = sizeof(T) == 4 ? -100 : -960;

}  // namespace math

namespace detail
{

GRIDFOLD_HD float fast_exp2(float x)
{
  NV_IF_TARGET(NV_IS_DEVICE,
               (float y; asm("ex2.approx.ftz.f32 %0, %1;"
                             : "=f"(y)
                             : "f"(x));
                return y;),
               (return std::exp2(x);))
}

GRIDFOLD_HD double fast_exp2(double x) { return ::exp2(x); }

/// Coefficients c1, c2, ... of the minimax polynomial 1 + c1 f + c2 f^2 + ... for 2^f, 0 <= f <= 1, computed for this
/// library. Relative error 8.3e-8 for float and 3.3e-18 for double.
template <class T>
inline constexpr T exp2_coefficients[] = {T(0.69315131184847834), T(0.24016444982831675), T(0.055799913999741185),
                                          T(0.0090170293052787826), T(0.0018671304771423235)};
template <>
inline constexpr double exp2_coefficients<double>[11] = {  // nvcc 12.4 cannot deduce the size
    0.69314718055994593,   0.24022650695906330,   0.055504108665602252,  0.0096181290995508018,
    0.0013333558629566434, 1.5403512309638908e-4, 1.5253175055355701e-5, 1.3208367291612185e-6,
    1.0253212414672506e-7, 6.5595294161681019e-9, 6.2634659645060666e-10};

/// 2^f for 0 <= f <= 1.
template <class P>
GRIDFOLD_HD P exp2_of_fraction(const P& f)
{
  constexpr auto& c = exp2_coefficients<typename lane_type<P>::type>;
  constexpr std::size_t terms = sizeof(c) / sizeof(c[0]);
  P sum(c[terms - 1]);
  GRIDFOLD_UNROLL
  for (std::size_t n = terms - 1; n > 0; --n) sum = sum * f + P(c[n - 1]);
  return sum * f + P(1);
}

/// 2^x; the integer part of x becomes the exponent bits.
template <class T, int Lanes>
GRIDFOLD_HD pack<T, Lanes> exp2_of(const pack<T, Lanes>& x)
{
  using P = pack<T, Lanes>;
  using integer = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  using bits = typename math::simd_register<integer, Lanes>::type;
  using numbers = typename P::storage;
  constexpr int mantissa = std::numeric_limits<T>::digits - 1;
  constexpr T to_integer = T(1.5) * T(integer(1) << mantissa);  // Numbers near to_integer have no fraction bits.
  constexpr T infinite = to_integer + T(std::numeric_limits<T>::max_exponent);
  const bits most = cuda::std::bit_cast<integer>(infinite) + bits{};
  const P lowered = math::fenced(x - P(T(0.5)));
  const bits rounded = reinterpret_cast<bits>(math::fenced(lowered + P(to_integer)).lane);
  const bits capped = rounded < most ? rounded : most;
  const P fraction = x - math::fenced(P(reinterpret_cast<numbers>(capped)) - P(to_integer));
  const bits power = (capped << mantissa) + cuda::std::bit_cast<integer>(T(1));
  const P value = exp2_of_fraction(fraction) * P(reinterpret_cast<numbers>(power));
  // Fenced, because under -ffast-math g++ 14 would replace the comparison by >=, which is false for NaN.
  const P zero = math::fenced(P(reinterpret_cast<numbers>(x.lane < P(T(math::least_exponent<T>)).lane)));
  return P(reinterpret_cast<numbers>(reinterpret_cast<bits>(value.lane) & ~reinterpret_cast<bits>(zero.lane)));
}

#if defined(__AVX512F__) && defined(__AVX512DQ__) && !defined(__CUDA_ARCH__)
// Uses AVX-512's instructions for the fraction of x and for scaling by a power of two.
GRIDFOLD_HD pack<float, 16> exp2_of(const pack<float, 16>& x)
{
  pack<float, 16> fraction, power;
  std::uint16_t above;
  __asm__("vreduceps {$1, %1, %0|%0, %1, 1}" : "=v"(fraction.lane) : "v"(x.lane));
  __asm__("vcmpnltps {%2, %1, %0|%0, %1, %2}"
          : "=Yk"(above)
          : "v"(x.lane), "v"(pack<float, 16>(math::least_exponent<float>).lane));
  __asm__("vscalefps {%2, %1, %0%{%3%}%{z%}|%0%{%3%}%{z%}, %1, %2}"
          : "=v"(power.lane)
          : "v"(exp2_of_fraction(fraction).lane), "v"(x.lane), "Yk"(above));
  return power;
}
GRIDFOLD_HD pack<double, 8> exp2_of(const pack<double, 8>& x)
{
  pack<double, 8> fraction, power;
  std::uint8_t above;
  __asm__("vreducepd {$1, %1, %0|%0, %1, 1}" : "=v"(fraction.lane) : "v"(x.lane));
  __asm__("vcmpnltpd {%2, %1, %0|%0, %1, %2}"
          : "=Yk"(above)
          : "v"(x.lane), "v"(pack<double, 8>(math::least_exponent<double>).lane));
  __asm__("vscalefpd {%2, %1, %0%{%3%}%{z%}|%0%{%3%}%{z%}, %1, %2}"
          : "=v"(power.lane)
          : "v"(exp2_of_fraction(fraction).lane), "v"(x.lane), "Yk"(above));
  return power;
}
#endif

}  // namespace detail

/// 2^x of a scalar or of every lane. Relative error at most 2^-22 for float and 2^-51 for double if x is at least
/// `least_exponent` of the type; below it, absolute error at most 2^least_exponent. Returns infinity on overflow, zero
/// for minus infinity, NaN for NaN. Floats on the device use `ex2.approx.ftz` (error 2^-22.5, PTX ISA).
template <class T>
GRIDFOLD_HD T exponential_base2(const T& x)
{
  using detail::fast_exp2;  // unqualified in the call, so that other number types can overload it
  if constexpr (lane_count<T> == 1)
    return fast_exp2(x);
  else
    return detail::exp2_of(x);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
