// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rates and limits of the current CUDA device. Needs the CUDA runtime, not nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/model/occupancy.hpp>
#include <gridfold/model/rates.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The current device's compute capability. Throws `error` if there is no device.
inline compute_capability capability_of_current_device()
{
  return {exec::current_device_attribute(cudaDevAttrComputeCapabilityMajor),
          exec::current_device_attribute(cudaDevAttrComputeCapabilityMinor)};
}

/// The current device's rates: SMs, highest clocks and memory bus from the CUDA runtime, the rest by compute capability
/// (`rates_of`). Memory transfers two bits per wire and clock. Throws `error` if there is no device or its rates are
/// unknown.
inline device_rates rates_of_current_device()
{
  using exec::current_device_attribute;
  const double memory_clock = 1e3 * current_device_attribute(cudaDevAttrMemoryClockRate);
  const double bus_bytes = current_device_attribute(cudaDevAttrGlobalMemoryBusWidth) / 8.0;
  return {rates_of(capability_of_current_device()), current_device_attribute(cudaDevAttrMultiProcessorCount),
          1e3 * current_device_attribute(cudaDevAttrClockRate), 2 * memory_clock * bus_bytes};
}

/// The limits of the current device's SMs, from the CUDA runtime.
inline multiprocessor_limits limits_of_current_device()
{
  using exec::current_device_attribute;
  const auto bytes = [](cudaDeviceAttr attribute) {
    return static_cast<std::size_t>(current_device_attribute(attribute));
  };
  return {.threads = current_device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
          .blocks = current_device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
          .registers = current_device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
          .shared = bytes(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
          .reserved_shared = bytes(cudaDevAttrReservedSharedMemoryPerBlock),
          .shared_unit = capability_of_current_device().major < 8 ? std::size_t{256} : std::size_t{128}};
}

}  // namespace gridfold::inline GRIDFOLD_ABI
