// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `__half`: numbers with 5 bits of exponent and 10 of mantissa.
#pragma once
#pragma GCC system_header

#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#include <gridfold_cuda/small_floats.hpp>

#define GRIDFOLD_EXPONENT 5
#define GRIDFOLD_F __half
#define GRIDFOLD_F2 __half2
#define GRIDFOLD_RAW __half_raw
#define GRIDFOLD_RAW2 __half2_raw
#define GRIDFOLD_NAME(before, after) before##half##after
#define GRIDFOLD_BOTH(before, between, after) before##half##between##half##after
#include <gridfold_cuda/small_float_type.hpp>

#include <gridfold_cuda/small_float_conversions.hpp>
#include <gridfold_cuda/small_float_functions.hpp>

using half = __half;
using half2 = __half2;
using nv_half = __half;
using __nv_half = __half;
using nv_half2 = __half2;
using __nv_half2 = __half2;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
