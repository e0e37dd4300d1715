// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Refuses compilers and settings that the library cannot work with, and defines its macros for functions that run on
/// host and device and for unrolled loops. A header of the library that includes CCCL includes this one first.
#pragma once

#include <gridfold/core/abi.hpp>

// Each #error is followed by an #include of a missing header, which ends the compilation: otherwise hundreds of errors
// would follow.
#if !defined(__cplusplus) || __cplusplus < 202002L
#error \
    "gridfold: compiled as C++17 or older (the library is C++20): add -std=c++20, with g++ 11, clang++ 14, nvcc 12.4 or later"
#include <gridfold needs C++20>
#endif
#ifndef __cpp_exceptions
#error "gridfold: compiled without exceptions (errors are reported by them): leave out -fno-exceptions"
#include <gridfold needs exceptions>
#endif
#if !__has_include(<cuda/std/version>)
#error \
    "gridfold: CCCL's headers are not found (views are made of them): add -isystem and their folder, from a CUDA Toolkit (include/cccl) or from pip install nvidia-cuda-cccl"
#include <gridfold needs CCCL>
#endif
#include <cuda/std/version>
#if !defined(CCCL_VERSION) || CCCL_VERSION < 2008000
#error \
    "gridfold: CCCL is older than 2.8 (it lacks mdspan features that views need): pip install nvidia-cuda-cccl and name its include/cccl with -I, before all others"
#include <gridfold needs CCCL 2.8>
#endif
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1204
#error "gridfold: nvcc is older than 12.4 (older versions are not tested): take a newer CUDA Toolkit"
#include <gridfold needs nvcc 12.4>
#endif
#if defined(__NVCC__) && !defined(__CUDACC__)
#error "gridfold: nvcc compiles this file as C++ (its name does not end in .cu): add -x cu, or take g++ or clang++"
#include <gridfold needs nvcc -x cu>
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error \
    "gridfold: compiled for a compute capability below 7.0 (it lacks the atomics that kernels need): add -arch=native, or -arch=sm_75 or later"
#include <gridfold needs compute capability 7.0>
#endif

#ifdef __CUDACC__
/// Qualifies a function that host and device call, such as an interaction's: compiled for both and inlined.
#define GRIDFOLD_HD __host__ __device__ __forceinline__
#else
#define GRIDFOLD_HD inline __attribute__((always_inline))
#endif

#define GRIDFOLD_PRAGMA(text) _Pragma(#text)
#ifdef __CUDA_ARCH__
/// Unrolls the following loop completely. Its bound must be a compile-time constant. Arrays indexed by it can then stay
/// in registers.
#define GRIDFOLD_UNROLL GRIDFOLD_PRAGMA(unroll)
/// Unrolls the following loop on the device only: for loops outside the hot path, whose unrolling would only cost the
/// host compiler time.
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
