// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA's vector types.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/qualifiers.hpp>

#define GRIDFOLD_VECTORS(name, type, of_two, of_four)                                            \
  struct name##1 { type x; };                                                                    \
  struct __attribute__((aligned(of_two))) name##2 { type x, y; };                                \
  struct name##3 { type x, y, z; };                                                              \
  struct __attribute__((aligned(of_four))) name##4 { type x, y, z, w; };                         \
  GRIDFOLD_INLINE constexpr name##1 make_##name##1(type x) { return {x}; }                       \
  GRIDFOLD_INLINE constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  GRIDFOLD_INLINE constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  GRIDFOLD_INLINE constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

GRIDFOLD_VECTORS(char, signed char, 2, 4)
GRIDFOLD_VECTORS(uchar, unsigned char, 2, 4)
GRIDFOLD_VECTORS(short, short, 4, 8)
GRIDFOLD_VECTORS(ushort, unsigned short, 4, 8)
GRIDFOLD_VECTORS(int, int, 8, 16)
GRIDFOLD_VECTORS(uint, unsigned, 8, 16)
GRIDFOLD_VECTORS(long, long, 16, 16)
GRIDFOLD_VECTORS(ulong, unsigned long, 16, 16)
GRIDFOLD_VECTORS(longlong, long long, 16, 16)
GRIDFOLD_VECTORS(ulonglong, unsigned long long, 16, 16)
GRIDFOLD_VECTORS(float, float, 8, 16)
GRIDFOLD_VECTORS(double, double, 16, 16)

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
