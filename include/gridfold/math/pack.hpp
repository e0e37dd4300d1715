// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pack: values of several items in one SIMD register of the host, with the operators of a scalar, so that one kernel
/// text computes one or several items. Uses the instruction set that the compiler flags select; needs no fast-math
/// flag.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace math
{

/// Bytes of the widest SIMD register of this translation unit's instruction set. 0 in nvcc's device passes, where there
/// are no vector types; nvcc compiles host code in a separate pass.
#if defined(__CUDA_ARCH__)
inline constexpr int simd_bytes = 0;
#elif defined(__AVX512F__) && defined(__AVX512DQ__)
inline constexpr int simd_bytes = 64;
#elif defined(__AVX2__) && defined(__FMA__)
inline constexpr int simd_bytes = 32;
#else
inline constexpr int simd_bytes = 16;
#endif

/// Values of type T that are computed at once by a thread of `items` items: the largest power of two that divides
/// `items` and fits a register of `bytes` bytes.
template <class T>
constexpr int simd_lanes(int items, int bytes = simd_bytes)
{
  int lanes = 1;
  while (items % (2 * lanes) == 0 && 2 * lanes * static_cast<int>(sizeof(T)) <= bytes) lanes *= 2;
  return lanes;
}

}  // namespace math

namespace math
{

template <class T, int Lanes>
struct simd_register {
  typedef T type __attribute__((vector_size(sizeof(T) * Lanes)));
};

}  // namespace math

/// `Lanes` values of T; Lanes is a power of two, at least 2. Arithmetic is lane-wise.
template <class T, int Lanes>
struct pack {
  using storage = typename math::simd_register<T, Lanes>::type;
  storage lane;

  pack() = default;
  /// Sets every lane to `value`.
  GRIDFOLD_HD pack(T value) : lane(value - storage{}) {}
  GRIDFOLD_HD explicit pack(const storage& lanes) : lane(lanes) {}

  GRIDFOLD_HD friend pack operator+(pack a, pack b) { return pack(a.lane + b.lane); }
  GRIDFOLD_HD friend pack operator-(pack a, pack b) { return pack(a.lane - b.lane); }
  GRIDFOLD_HD friend pack operator*(pack a, pack b) { return pack(a.lane * b.lane); }
  GRIDFOLD_HD friend pack operator/(pack a, pack b) { return pack(a.lane / b.lane); }
  GRIDFOLD_HD friend pack operator-(pack a) { return pack(-a.lane); }
  GRIDFOLD_HD pack& operator+=(pack b) { return *this = *this + b; }
};

namespace math
{

template <class T, int Lanes>
struct pack_or_scalar {
  using type = pack<T, Lanes>;
};
template <class T>
struct pack_or_scalar<T, 1> {
  using type = T;
};

/// A pack of `Lanes` values; T itself for one lane.
template <class T, int Lanes>
using lanes_of = typename pack_or_scalar<T, Lanes>::type;

}  // namespace math

/// Number of lanes of a pack; 1 for a scalar.
template <class T>
inline constexpr int lane_count = 1;
template <class T, int Lanes>
inline constexpr int lane_count<pack<T, Lanes>> = Lanes;

namespace math
{

template <class P>
inline constexpr bool is_pack = lane_count<P> != 1;

}  // namespace math

/// The type of a lane: T of pack<T, Lanes>, and T of T.
template <class T>
struct lane_type {
  using type = T;
};
template <class T, int Lanes>
struct lane_type<pack<T, Lanes>> {
  using type = T;
};

namespace math
{

/// Whether P is a pack of Ts of 16 bytes or more.
template <class P, class T>
concept register_of = is_pack<P> && std::is_same_v<typename lane_type<P>::type, T> && sizeof(P) % 16 == 0 &&
                      sizeof(P) <= simd_bytes;

}  // namespace math

/// The value of a lane of a pack, or the scalar itself.
template <class T>
GRIDFOLD_HD T get_lane(T value, int /*lane*/)
{
  return value;
}
template <class T, int Lanes>
GRIDFOLD_HD T get_lane(const pack<T, Lanes>& value, int lane)
{
  return value.lane[lane];
}

/// Replaces the value of a lane of a pack, or the scalar.
template <class T>
GRIDFOLD_HD void set_lane(T& target, int /*lane*/, T value)
{
  target = value;
}
template <class T, int Lanes>
GRIDFOLD_HD void set_lane(pack<T, Lanes>& target, int lane, T value)
{
  target.lane[lane] = value;
}

/// Applies f to every lane, or to the scalar.
template <class T, class F>
GRIDFOLD_HD T map_lanes(T value, F f)
{
  return f(value);
}
template <class T, int Lanes, class F>
GRIDFOLD_HD pack<T, Lanes> map_lanes(const pack<T, Lanes>& value, F f)
{
  pack<T, Lanes> result;
  for (int l = 0; l < Lanes; ++l) result.lane[l] = f(value.lane[l]);
  return result;
}

namespace math
{

/// Converts every lane, or the scalar, to the floating-point type To.
template <class To, class T>
GRIDFOLD_HD To convert_lanes(T value)
{
  return static_cast<To>(value);
}
template <class To, class T, int Lanes>
GRIDFOLD_HD pack<To, Lanes> convert_lanes(const pack<T, Lanes>& value)
{
  return pack<To, Lanes>(__builtin_convertvector(value.lane, typename pack<To, Lanes>::storage));
}

}  // namespace math

}  // namespace gridfold::inline GRIDFOLD_ABI
