// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Resources of a kernel, from the CUDA runtime. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime.h>

#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/kernel_entry.cuh>
#include <gridfold/exec/kernel_resources.hpp>

namespace gridfold::inline GRIDFOLD_ABI::exec
{

/// The resources of a kernel as compiled for the current device. Throws `error` if there is no device.
template <class Kernel>
compiled_kernel compiled()
{
  constexpr int threads = Kernel::block_shape::threads;
  constexpr std::size_t dynamic_shared = kernel_traits<Kernel>::dynamic_shared_bytes;
  const void* const entry = entry_of<Kernel>();
  cudaFuncAttributes of{};
  int blocks = 0;
  cuda_check(cudaFuncGetAttributes(&of, entry), "asking for a kernel's attributes");
  cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, entry, threads, dynamic_shared),
             "asking for a kernel's occupancy");
  const double room = exec::current_device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  return {.resources = {threads, of.numRegs, of.sharedSizeBytes, dynamic_shared},
          .local = of.localSizeBytes,
          .resident_blocks = blocks,
          .occupancy = blocks * threads / room};
}

}  // namespace gridfold::inline GRIDFOLD_ABI::exec
