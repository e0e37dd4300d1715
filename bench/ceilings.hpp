// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the chip can do at most: kernels that keep one unit busy and do nothing else.
#pragma once

#include <cuda_runtime.h>

#include <gridfold/exec/cuda_check.cuh>

namespace bench
{

inline constexpr int ceiling_threads = 256, ceiling_chains = 8, ceiling_steps = 4096;

/// One reciprocal square root after another in independent chains: the MUFU unit, 16 a clock a multiprocessor.
struct mufu_step {
  static __device__ void apply(float& x) { asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); }
};

/// A reciprocal square root and an exponential, which the same unit makes.
struct two_mufu_step {
  static __device__ void apply(float& x)
  {
    asm volatile("rsqrt.approx.ftz.f32 %0, %0; ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
  }
};

/// The first of fused multiply-adds, 128 a clock a multiprocessor.
struct fma_step {
  static __device__ void apply(float& x) { asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x)); }
};

/// The same of double-precision fused multiply-adds, 64 a clock a multiprocessor.
struct dfma_step {
  static __device__ void apply(double& x) { asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(x)); }
};

template <class T, class Step>
__global__ void keep_busy(T* out)
{
  T chain[ceiling_chains];
#pragma unroll
  for (int c = 0; c < ceiling_chains; ++c) chain[c] = T(threadIdx.x + c + 1) * T(1e-3);
  for (int s = 0; s < ceiling_steps; ++s) {
#pragma unroll
    for (int c = 0; c < ceiling_chains; ++c) Step::apply(chain[c]);
  }
  T sum = 0;
#pragma unroll
  for (int c = 0; c < ceiling_chains; ++c) sum += chain[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Blocks that fill the current device several times over.
inline int ceiling_blocks()
{
  int multiprocessors = 0;
  gridfold::cuda_check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0),
                       "asking for a device attribute");
  return multiprocessors * 32;
}

/// Steps that keep_busy<T, Step> on ceiling_blocks() does.
inline double ceiling_operations()
{
  return static_cast<double>(ceiling_blocks()) * ceiling_threads * ceiling_chains * ceiling_steps;
}

}  // namespace bench
