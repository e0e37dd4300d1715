// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Occupancy against the toolkit's calculator (cuda_occupancy.h), for millions of kernels on six compute capabilities.
/// Needs no GPU.
#include <doctest/doctest.h>

#include <cuda_occupancy.h>

#include <cstddef>
#include <gridfold/model/occupancy.hpp>
#include <limits>

namespace gf = gridfold;

namespace
{

cudaOccDeviceProp properties_of(gf::compute_capability capability)
{
  const gf::multiprocessor_limits limits = gf::limits_of(capability);
  cudaOccDeviceProp device{};
  device.computeMajor = capability.major;
  device.computeMinor = capability.minor;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = limits.threads;
  device.regsPerBlock = device.regsPerMultiprocessor = limits.registers;
  device.warpSize = gf::warp_threads;
  device.sharedMemPerBlock = 48 * 1024;
  device.sharedMemPerMultiprocessor = limits.shared;
  device.sharedMemPerBlockOptin = limits.shared - limits.reserved_shared;
  device.reservedSharedMemPerBlock = limits.reserved_shared;
  device.numSms = 1;
  return device;
}

cudaOccResult toolkit_occupancy(const cudaOccDeviceProp& device, const gf::kernel_resources& kernel)
{
  cudaOccFuncAttributes attributes{};
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = kernel.registers;
  attributes.sharedSizeBytes = kernel.static_shared;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = std::numeric_limits<int>::max() / 2;
  attributes.numBlockBarriers = 1;
  const cudaOccDeviceState state{};
  cudaOccResult result{};
  REQUIRE(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &attributes, &state, kernel.threads, 0) ==
          CUDA_OCC_SUCCESS);
  return result;
}

unsigned factor_of(gf::occupancy_limit limit)
{
  constexpr unsigned factors[] = {OCC_LIMIT_WARPS, OCC_LIMIT_BLOCKS, OCC_LIMIT_REGISTERS, OCC_LIMIT_SHARED_MEMORY};
  return factors[static_cast<int>(limit)];
}

}  // namespace

TEST_CASE("resident blocks and limits equal those of the toolkit's calculator")
{
  for (const gf::compute_capability capability :
       {gf::compute_capability{7, 5}, {8, 0}, {8, 6}, {8, 9}, {9, 0}, {10, 0}}) {
    const cudaOccDeviceProp device = properties_of(capability);
    const gf::multiprocessor_limits limits = gf::limits_of(capability);
    long cases = 0, agreed = 0;
    for (int threads = 1; threads <= 1024; threads += threads < 70 ? 1 : 31)
      for (int registers = 1; registers <= 255; ++registers)
        for (std::size_t shared = 0; shared <= 48 * 1024; shared += shared < 3000 ? 129 : 1531) {
          const gf::kernel_resources kernel{threads, registers, shared, 0};
          const cudaOccResult expected = toolkit_occupancy(device, kernel);
          const gf::occupancy found = gf::occupancy_of(kernel, limits);
          ++cases;
          agreed += found.blocks == expected.activeBlocksPerMultiprocessor &&
                    (expected.limitingFactors & factor_of(found.limit)) != 0;
        }
    CAPTURE(capability.major);
    CAPTURE(capability.minor);
    CHECK(cases > 1'000'000);
    CHECK(agreed == cases);
  }
}
