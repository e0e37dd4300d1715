// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The macros of the library: how a function says that it runs on host and device alike, and how a loop says that it
/// must unroll. There are no others.
#pragma once

#ifdef __CUDACC__
/// Before a function that host and device both call, such as an interaction's: it is compiled for both, and inlined.
#define GRIDFOLD_HD __host__ __device__ __forceinline__
#else
#define GRIDFOLD_HD inline __attribute__((always_inline))
#endif

#define GRIDFOLD_PRAGMA(text) _Pragma(#text)
#ifdef __CUDA_ARCH__
/// Unrolls the following loop completely: its bound is a compile-time constant, its arrays are to stay in registers.
#define GRIDFOLD_UNROLL GRIDFOLD_PRAGMA(unroll)
/// The same on the device alone: for loops outside the hot path, which would only cost the host compiler time.
#define GRIDFOLD_UNROLL_ON_DEVICE GRIDFOLD_PRAGMA(unroll)
/// Unrolls the following loop n times on the device.
#define GRIDFOLD_UNROLL_BY(n) GRIDFOLD_PRAGMA(unroll n)
#else
#ifdef __CUDACC__
#define GRIDFOLD_UNROLL
#else
#define GRIDFOLD_UNROLL GRIDFOLD_PRAGMA(GCC unroll 256)
#endif
#define GRIDFOLD_UNROLL_ON_DEVICE
#define GRIDFOLD_UNROLL_BY(n)
#endif
