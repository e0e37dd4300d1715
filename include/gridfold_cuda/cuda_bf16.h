// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `__nv_bfloat16`: numbers with 8 bits of exponent and 7 of mantissa.
#pragma once
#pragma GCC system_header

#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#include <gridfold_cuda/small_floats.hpp>

#define GRIDFOLD_EXPONENT 8
#define GRIDFOLD_F __nv_bfloat16
#define GRIDFOLD_F2 __nv_bfloat162
#define GRIDFOLD_RAW __nv_bfloat16_raw
#define GRIDFOLD_RAW2 __nv_bfloat162_raw
#define GRIDFOLD_NAME(before, after) before##bfloat16##after
#define GRIDFOLD_BOTH(before, between, after) before##bfloat16##between##bfloat16##after
#include <gridfold_cuda/small_float_type.hpp>

#include <gridfold_cuda/small_float_conversions.hpp>
#include <gridfold_cuda/small_float_functions.hpp>

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
