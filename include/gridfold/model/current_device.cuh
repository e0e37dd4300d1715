// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The current CUDA device as the model sees it. Needs the CUDA runtime, not nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/model/occupancy.hpp>
#include <gridfold/model/rates.hpp>

namespace gridfold
{

namespace detail
{

inline int attribute_of_current_device(cudaDeviceAttr attribute)
{
  int device = 0, value = 0;
  cuda_check(cudaGetDevice(&device), "asking for the current device");
  cuda_check(cudaDeviceGetAttribute(&value, attribute, device), "asking for a device attribute");
  return value;
}

}  // namespace detail

/// The current device's generation. Throws `error` without a device.
inline compute_capability capability_of_current_device()
{
  return {detail::attribute_of_current_device(cudaDevAttrComputeCapabilityMajor),
          detail::attribute_of_current_device(cudaDevAttrComputeCapabilityMinor)};
}

/// The current device's rates: multiprocessors, highest clocks and bus as the runtime reports them, the rest by
/// capability (`rates_of`). Memory moves two bits a wire and clock. Throws `error` without a device, and for one whose
/// rates are not known.
inline device_rates rates_of_current_device()
{
  using detail::attribute_of_current_device;
  const double memory_clock = 1e3 * attribute_of_current_device(cudaDevAttrMemoryClockRate);
  const double bus_bytes = attribute_of_current_device(cudaDevAttrGlobalMemoryBusWidth) / 8.0;
  return {rates_of(capability_of_current_device()), attribute_of_current_device(cudaDevAttrMultiProcessorCount),
          1e3 * attribute_of_current_device(cudaDevAttrClockRate), 2 * memory_clock * bus_bytes};
}

/// What a multiprocessor of the current device has, as the runtime reports it. Throws `error` without a device.
inline multiprocessor_limits limits_of_current_device()
{
  using detail::attribute_of_current_device;
  const auto bytes = [](cudaDeviceAttr attribute) {
    return static_cast<std::size_t>(attribute_of_current_device(attribute));
  };
  return {.threads = attribute_of_current_device(cudaDevAttrMaxThreadsPerMultiProcessor),
          .blocks = attribute_of_current_device(cudaDevAttrMaxBlocksPerMultiprocessor),
          .registers = attribute_of_current_device(cudaDevAttrMaxRegistersPerMultiprocessor),
          .shared = bytes(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
          .reserved_shared = bytes(cudaDevAttrReservedSharedMemoryPerBlock),
          .shared_unit = capability_of_current_device().major < 8 ? std::size_t{256} : std::size_t{128}};
}

}  // namespace gridfold
