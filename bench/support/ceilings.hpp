// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ceilings: kernels that keep one unit of the GPU busy and do nothing else.
#pragma once

#include <cuda_runtime.h>

#include <gridfold/exec/cuda_check.cuh>

namespace bench
{

inline constexpr int ceiling_threads = 256, ceiling_chains = 8, ceiling_steps = 4096;

/// Reciprocal square roots in independent chains: the MUFU, 16 per clock and SM.
struct mufu_step {
  static __device__ void apply(float& x) { asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); }
};

/// A reciprocal square root and an exponential, both on the MUFU.
struct two_mufu_step {
  static __device__ void apply(float& x)
  {
    asm volatile("rsqrt.approx.ftz.f32 %0, %0; ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
  }
};

/// Fused multiply-adds of floats: 128 per clock and SM.
struct fma_step {
  static __device__ void apply(float& x) { asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x)); }
};

/// Fused multiply-adds of doubles: 64 per clock and SM.
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

/// A number of blocks that fills the current device several times.
inline int ceiling_blocks() { return gridfold::exec::current_device_attribute(cudaDevAttrMultiProcessorCount) * 32; }

/// The number of steps of keep_busy<T, Step> on ceiling_blocks() blocks.
inline double ceiling_operations()
{
  return static_cast<double>(ceiling_blocks()) * ceiling_threads * ceiling_chains * ceiling_steps;
}

}  // namespace bench
