// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Starts and stops of a profiler have no effect: a trace counts every launch.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/words.hpp>

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
