// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a profiler shall count: a trace counts all.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/words.hpp>

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
