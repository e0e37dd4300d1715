// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA errors as exceptions.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime_api.h>

#include <gridfold/core/error.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// The remedy for a CUDA error, for its message.
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

/// Throws `error` unless `code` is cudaSuccess.
///
/// \param code the result of a CUDA call
/// \param doing what the call does, e.g. "allocating the map"
inline void cuda_check(cudaError_t code, const char* doing)
{
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();  // clear the error, so that the next launch does not report it again
  throw error(core::joined({doing, " failed (", cudaGetErrorName(code), ": ", cudaGetErrorString(code),
                            "): ", detail::advice(code)}),
              static_cast<int>(code));
}

namespace exec
{

/// An attribute of the current device. Throws `error` without one.
inline int current_device_attribute(cudaDeviceAttr attribute)
{
  int device = 0, value = 0;
  cuda_check(cudaGetDevice(&device), "asking for the current device");
  cuda_check(cudaDeviceGetAttribute(&value, attribute, device), "asking for a device attribute");
  return value;
}

}  // namespace exec

/// Whether there is a GPU that this program can use. Never throws.
inline bool device_present() noexcept
{
  int count = 0;
  const bool present = cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
  if (!present) (void)cudaGetLastError();
  return present;
}

}  // namespace gridfold::inline GRIDFOLD_ABI
