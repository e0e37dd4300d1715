// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA's qualifiers for the host's compiler, in a file that is compiled with the flags of a trace.
#pragma once
#pragma GCC system_header

#if defined(__CUDACC__)
#error "gridfold: nvcc compiles this file (a trace runs kernels on the CPU): compile it by g++ or clang++"
#endif
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GRIDFOLD_ACCESSES_ARE_REPORTED
#endif
#endif
#if !defined(__SANITIZE_THREAD__) && !defined(GRIDFOLD_ACCESSES_ARE_REPORTED) && !defined(GRIDFOLD_RECEIVES_REPORTS)
#error \
    "gridfold: the flags of a traced file are missing (the compiler has to report each access): add -fsanitize=thread -fsanitize-coverage=trace-pc -g -O1, for g++ also -fno-reorder-blocks -fno-thread-jumps -fno-extern-tls-init -fcode-hoisting -fno-tree-sink -fno-tree-cselim --param=sccvn-max-alias-queries-per-access=0, for clang++ also -fsanitize-coverage=no-prune -mllvm -tsan-instrument-read-before-write=1, and link gridfold_cuda/hooks.cpp instead of that sanitizer"
#include <gridfold needs the flags of a traced file>
#endif

// Disables the CUDA Toolkit's headers, which CCCL includes if it finds them.
#ifdef __VECTOR_TYPES_H__
#error \
    "gridfold: a header of the CUDA Toolkit, or one that includes it, comes before CUDA's words for a trace: include gridfold/trace_cuda.hpp before all others"
#include <gridfold needs trace_cuda.hpp to come first>
#endif
// Disables CCCL's support for the toolkit's 16-bit types, whose members differ from the traced ones, and for 8-bit
// types.
#ifndef CCCL_DISABLE_FP16_SUPPORT
#define CCCL_DISABLE_FP16_SUPPORT
#endif
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__
#define __DRIVER_TYPES_H__
#define __BUILTIN_TYPES_H__
#define __DEVICE_TYPES_H__
#define __HOST_DEFINES_H__
#define __HOST_CONFIG_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gridfold_cuda/interface.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
// C++20's <math.h> says `using std::lerp`. Programs of earlier C++ define a global lerp, so it says this of fma
// instead.
#define lerp fma
#include <math.h>
#undef lerp

// Like nvcc, g++ places a kernel's functions in the kernel: it reports no structs that a call takes or returns.
#if defined(__clang__)
#define __global__
#else
#define __global__ __attribute__((flatten))
#endif
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
// Empty, because the standard library's headers use this spelling for an attribute.
#define __noinline__
#define __inline_hint__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...) \
  GRIDFOLD_REFUSED("clusters of blocks are not traced (blocks run one after another): trace a kernel without them")
#define __grid_constant__
#define __managed__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __restrict__ __restrict
/// A thread of the system runs a block, so shared memory is thread-local.
#define __shared__ thread_local __attribute__((aligned(16)))
#define GRIDFOLD_TEXT_OF(text) #text
#define GRIDFOLD_TEXT(text) GRIDFOLD_TEXT_OF(text)
/// Defines the array that kernels declare as `extern __shared__ type name[]`. Use it once in a program, in the kernels'
/// namespace; the launch gives the size. `trace-cuda` defines it automatically.
#define GRIDFOLD_DYNAMIC_SHARED(type, name) \
  alignas(1024) thread_local type name[gridfold_cuda::most_shared_bytes / sizeof(type)]
/// A section for each variable, because const and non-const variables cannot share one.
#define __constant__ __attribute__((section("gridfold_constant_" GRIDFOLD_TEXT(__COUNTER__))))
#ifndef __CUDACC_VER_MAJOR__
#define CUDART_VERSION 12080
#define CUDA_VERSION 12080
#endif

// Compilers do not report copies by calls of the C library. These functions, to which CCCL is redirected, report their
// accesses themselves.
#ifndef GRIDFOLD_RECEIVES_REPORTS
__asm__("memcpy = __tsan_memcpy\nmemmove = __tsan_memmove\nmemset = __tsan_memset");
#endif

/// Marks a function that the compiler does not instrument; it reports its accesses itself.
#if defined(__clang__)
#define GRIDFOLD_UNSEEN __attribute__((no_sanitize("thread", "coverage")))
#define GRIDFOLD_WORD inline GRIDFOLD_UNSEEN __attribute__((noinline))
#else
#define GRIDFOLD_UNSEEN __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#define GRIDFOLD_WORD inline GRIDFOLD_UNSEEN __attribute__((noinline, noclone))
#endif
/// Declares a function whose use is a compile-time error with a sentence.
#if defined(__has_attribute) && __has_attribute(unavailable)
#define GRIDFOLD_REFUSED(sentence) __attribute__((unavailable("gridfold: " sentence)))
#else
#define GRIDFOLD_REFUSED(sentence) __attribute__((error("gridfold: " sentence)))
#endif
#define GRIDFOLD_CODE __builtin_return_address(0)
#define GRIDFOLD_INLINE inline __attribute__((always_inline))
/// Makes a function a template: one of the same parameters that the program defines is then another function, and
/// preferred. Headers define some of CUDA's functions where __CUDACC__ is not.
#define GRIDFOLD_YIELDS template <int = 0>
