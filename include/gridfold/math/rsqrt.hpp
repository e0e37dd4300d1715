// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reciprocal square roots, as policies of an interaction: types with a static `over_sqrt(a, x)` = a / sqrt(x) for
/// scalars and packs of float and double, and `over_sqrt(a, x, item)` for one of the items that a device thread
/// computes together; `item` is a compile-time constant after inlining.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cuda/std/bit>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/math/pack.hpp>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

GRIDFOLD_HD float ieee_quotient(float a, float x)
{
  NV_IF_TARGET(NV_IS_DEVICE, (return __fdiv_rn(a, __fsqrt_rn(x));), (return a / std::sqrt(x);))
}

GRIDFOLD_HD double ieee_quotient(double a, double x)
{
  NV_IF_TARGET(NV_IS_DEVICE, (return __ddiv_rn(a, __dsqrt_rn(x));), (return a / std::sqrt(x);))
}

/// One Newton step for y = 1/sqrt(x): turns relative error e into 3/2 e^2.
template <class T, class S>
GRIDFOLD_HD T newton_step(const T& x, const T& y, S half)
{
  T residual = S(1) - (x * y) * y;
  return y + (half * y) * residual;
}

/// a / sqrt(x) by one Newton step from y. If a/2 is computed once, it takes two operations less than a step followed by
/// a multiplication; the error is one unit in the last place larger.
template <class T, class A>
GRIDFOLD_HD T newton_quotient(const A& a, const T& x, const T& y)
{
  using lane = typename lane_type<T>::type;
  return (T(lane(0.5) * a) * y) * (T(lane(3)) - (x * y) * y);
}

template <class T>
void root(const T&) = delete;
template <class T>
void rsqrt_seed(const T&) = delete;

// The square root and the estimate of the reciprocal square root of a whole register. Inline assembly, because nvcc
// cannot parse the intrinsics headers of every host compiler, and parses the others slowly.
#if defined(__AVX__) && !defined(__CUDA_ARCH__)
template <math::register_of<float> P>
GRIDFOLD_HD P root(const P& x)
{
  P y;
  __asm__("vsqrtps {%1, %0|%0, %1}" : "=v"(y.lane) : "v"(x.lane));
  return y;
}
template <math::register_of<double> P>
GRIDFOLD_HD P root(const P& x)
{
  P y;
  __asm__("vsqrtpd {%1, %0|%0, %1}" : "=v"(y.lane) : "v"(x.lane));
  return y;
}
template <math::register_of<float> P>
GRIDFOLD_HD P rsqrt_seed(const P& x)
{
  P y;
  if constexpr (sizeof(P) == 64)
    __asm__("vrsqrt14ps {%1, %0|%0, %1}" : "=v"(y.lane) : "v"(x.lane));
  else
    __asm__("vrsqrtps {%1, %0|%0, %1}" : "=x"(y.lane) : "x"(x.lane));
  return y;
}
#elif defined(__SSE2__) && !defined(__CUDA_ARCH__)
GRIDFOLD_HD pack<float, 4> root(const pack<float, 4>& x)
{
  pack<float, 4> y;
  __asm__("sqrtps {%1, %0|%0, %1}" : "=x"(y.lane) : "x"(x.lane));
  return y;
}
GRIDFOLD_HD pack<double, 2> root(const pack<double, 2>& x)
{
  pack<double, 2> y;
  __asm__("sqrtpd {%1, %0|%0, %1}" : "=x"(y.lane) : "x"(x.lane));
  return y;
}
GRIDFOLD_HD pack<float, 4> rsqrt_seed(const pack<float, 4>& x)
{
  pack<float, 4> y;
  __asm__("rsqrtps {%1, %0|%0, %1}" : "=x"(y.lane) : "x"(x.lane));
  return y;
}
#endif
#if defined(__AVX512F__) && defined(__AVX512DQ__) && !defined(__CUDA_ARCH__)
GRIDFOLD_HD pack<double, 8> rsqrt_seed(const pack<double, 8>& x)
{
  pack<double, 8> y;
  __asm__("vrsqrt14pd {%1, %0|%0, %1}" : "=v"(y.lane) : "v"(x.lane));
  return y;
}
#endif

template <class T>
concept has_root = math::is_pack<T> && requires(T x)
{
  root(x);
};
template <class T>
concept has_seed = math::is_pack<T> && requires(T x)
{
  rsqrt_seed(x);
};

/// Whether one Newton step from the hardware's estimate reaches float accuracy, as with AVX-512.
template <class T>
concept has_close_seed = has_seed<T> && sizeof(T) == 64;

GRIDFOLD_HD float fast_rsqrt(float x)
{
  NV_IF_TARGET(NV_IS_DEVICE,
               (float y; asm("rsqrt.approx.ftz.f32 %0, %1;"
                             : "=f"(y)
                             : "f"(x));
                return y;),
               (return 1.0f / std::sqrt(x);))
}

#ifdef __CUDACC__
/// The hardware's estimate (20 bits), refined by the series of (1 - e)^(-1/2) up to the third term. Unlike CUDA's rsqrt
/// it returns NaN for infinity, which saves a branch.
__device__ __forceinline__ double corrected_rsqrt(double x)
{
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const double e = fma(-x * y, y, 1.0);
  return fma(y * e, fma(e, 0.375, 0.5), y);
}
#endif

GRIDFOLD_HD double fast_rsqrt(double x)
{
  NV_IF_TARGET(NV_IS_DEVICE, (return corrected_rsqrt(x);), (return 1.0 / std::sqrt(x);))
}

}  // namespace detail

namespace math
{

/// A first guess y with 12 <= x*y^2 <= 13.5, by integer arithmetic on the bits of x: a constant minus half of the bits.
/// The device code is PTX (negate, funnel shift, add), which ptxas compiles to one instruction, LEA.HI; from C++ nvcc
/// emits a shift and a subtraction. LEA.HI negates after the shift, which sets the sign bit and may change the last
/// bit. The sign does not matter: the absolute value of an operand is free.
GRIDFOLD_HD float rough_rsqrt(float x)
{
  const auto bits = cuda::std::bit_cast<unsigned>(x);
  unsigned y = 0;
  NV_IF_TARGET(NV_IS_DEVICE,
               (asm("{ .reg .b32 n, h; sub.u32 n, 0, %1; shf.l.clamp.b32 h, n, 0, 31;"
                    "add.u32 %0, 0xe0200000, h; }"
                    : "=r"(y)
                    : "r"(bits));),
               (y = 0xe0200000u + ((0u - bits) >> 1);))
  return std::fabs(cuda::std::bit_cast<float>(y));
}

}  // namespace math

namespace detail
{

/// a / sqrt(x) by additions and multiplications only. A minimax cubic in h = x*y^2 refines the guess y to a relative
/// error of 4.1e-7. A quadratic would save one operation, with an error of 1.6e-5; a quartic would cost one more, with
/// 1.1e-8, less than rounding. If x is below 2^-124, infinite or NaN, the result is infinite or NaN.
template <class T>
GRIDFOLD_HD T software_over_sqrt(std::type_identity_t<T> a, const T& x)
{
  using math::rough_rsqrt;  // counted numbers have one of their own
  const T y = rough_rsqrt(x);
  const T h = x * (y * y);
  return a * (y * (((-4.23654372e-05f * h + 0.00226814691f) * h - 0.0481592221f) * h + 0.613180001f));
}

}  // namespace detail

namespace math
{

/// Whether a number type of the host computes like a float of the device (model/counted.hpp).
template <class T>
inline constexpr bool stands_for_device_float = false;

/// Correctly rounded square root of a scalar or of every lane.
template <class T>
GRIDFOLD_HD T square_root(const T& x)
{
  if constexpr (detail::has_root<T>)
    return detail::root(x);
  else
    return map_lanes(x, [](auto lane) { return std::sqrt(lane); });
}

}  // namespace math

namespace rsqrt
{

/// IEEE square root and division, two correctly rounded operations: relative error at most 2 units in the last place,
/// on the device under any fast-math flags. As in Kirk, Hwu and El Hajj, 4th ed., Fig. 18.6.
struct ieee {
  static constexpr fixed_text name() { return "exact"; }

  template <class T, class S>
  static GRIDFOLD_HD T over_sqrt(S a, const T& x, int /*item*/ = 0)
  {
    using detail::ieee_quotient;  // unqualified in the call, so that other number types can overload it
    if constexpr (lane_count<T> == 1)
      return ieee_quotient(static_cast<T>(a), x);
    else
      return T(a) / math::square_root(x);
  }
};

/// The hardware's reciprocal square root.
///
/// Device, float: `rsqrt.approx.ftz`, relative error at most 2^-22.9 (PTX ISA). Device, double: `rsqrt.approx.ftz.f64`
/// and a correction, relative error at most 2^-52. Host: the SIMD estimate (14 bits with AVX-512, else 11.5) and Newton
/// steps, relative error at most 2^-22 for float and 2^-50 for double; IEEE without SIMD.
///
/// Zero, denormals that the hardware flushes to zero, and (double, device) infinity give infinity or NaN. Kernels
/// recompute sums that are not finite term by term, with the singularity policy (kernel/sum/careful_sum.hpp).
struct approx {
  static constexpr fixed_text name() { return "fast"; }

  template <class T, class S>
  static GRIDFOLD_HD T over_sqrt(S a, const T& x, int /*item*/ = 0)
  {
    using detail::fast_rsqrt;
    if constexpr (detail::has_seed<T>) {
      using lane = typename lane_type<T>::type;
      T y = detail::rsqrt_seed(x);
      if constexpr (sizeof(lane) == 8) y = detail::newton_step(x, y, lane(0.5));
      if constexpr (detail::has_close_seed<T>)
        return detail::newton_quotient(a, x, y);
      else
        return a * detail::newton_step(x, y, lane(0.5));
    } else if constexpr (lane_count<T> == 1) {
      return a * fast_rsqrt(x);
    } else {
      return T(a) / math::square_root(x);
    }
  }
};

/// `rsqrt::approx`, but on the device a thread computes `Software` of every `Of` floats in software, on the FMA pipes.
/// The unit for reciprocal square roots (MUFU) limits a Coulomb sum while the FMA pipes have free issue slots
/// (docs/speed/coulomb.md). Relative error in software at most 8e-7: 4.1e-7 of the polynomial and seven roundings.
/// Other types, packs on the host, calls without an item, and recomputed sums that were not finite use `rsqrt::approx`.
template <int Software, int Of>
struct mixed {
  static_assert(Software >= 1 && Of >= Software,
                "gridfold: rsqrt::mixed has no such share (Software of every Of items): give 1 <= Software <= Of");
  static constexpr fixed_text name() { return fixed_text("mixed:") + Software + "/" + Of; }

  /// Whether an item is computed in software: of every Of, the items k*Of/Software rounded down, which spreads them
  /// evenly.
  static GRIDFOLD_HD constexpr bool in_software(int item) { return (item * Software + Software - 1) % Of < Software; }

  template <class T, class S>
  static GRIDFOLD_HD T over_sqrt(S a, const T& x)
  {
    return approx::over_sqrt(a, x);
  }
  template <class T, class S>
  static GRIDFOLD_HD T over_sqrt(S a, const T& x, [[maybe_unused]] int item)
  {
    if constexpr (std::is_same_v<T, float>) {
      NV_IF_TARGET(NV_IS_DEVICE, (if (in_software(item)) return detail::software_over_sqrt(a, x);))
    } else if constexpr (math::stands_for_device_float<T>) {
      if (in_software(item)) return detail::software_over_sqrt(a, x);
    }
    return approx::over_sqrt(a, x);
  }
};

}  // namespace rsqrt

}  // namespace gridfold::inline GRIDFOLD_ABI
