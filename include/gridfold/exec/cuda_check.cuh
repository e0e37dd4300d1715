// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA errors as exceptions.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime_api.h>

#include <gridfold/core/error.hpp>
#include <string>

namespace gridfold
{

namespace detail
{

/// What a user can do about a CUDA error.
inline const char* advice(cudaError_t code)
{
  switch (code) {
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
      return "run where there is a GPU with a driver for this CUDA version, or use the host executor";
    case cudaErrorMemoryAllocation:
      return "free device memory, or work in smaller slabs";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
      return "compile for this GPU's architecture (nvcc -gencode)";
    case cudaErrorLaunchOutOfResources:
      return "choose a variant with a smaller block, coarsening factor or tile";
    default:
      return "see the CUDA runtime's description of this code; an earlier asynchronous launch may have caused it";
  }
}

}  // namespace detail

/// Throws `error` unless `code` is cudaSuccess; `doing` says what was being done, e.g. "allocating the map".
inline void cuda_check(cudaError_t code, const char* doing)
{
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();  // it is told here: nobody shall meet it again at the next launch
  throw error(std::string(doing) + " failed (" + cudaGetErrorName(code) + ": " + cudaGetErrorString(code) +
                  "): " + detail::advice(code),
              static_cast<int>(code));
}

/// True if there is a GPU that this program can use. Never throws.
inline bool device_present() noexcept
{
  int count = 0;
  const bool present = cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
  if (!present) (void)cudaGetLastError();
  return present;
}

}  // namespace gridfold
