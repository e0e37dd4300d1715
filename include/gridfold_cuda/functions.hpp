// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Attributes and occupancy of kernels.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/device.hpp>

enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxShared = 100,
  cudaSharedmemCarveoutMaxL1 = 0
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
  cudaFuncAttributeNonPortableClusterSizeAllowed = 14
};
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes, cacheModeCA;
  int preferredShmemCarveout;
};
template <class F>
cudaError_t cudaFuncSetAttribute(F kernel, cudaFuncAttribute attribute, int value)
{
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  const auto bytes = static_cast<std::size_t>(value);
  if (value < 0 || bytes > gridfold_cuda::most_shared_bytes) return gridfold_cuda::returned(cudaErrorInvalidValue);
  gridfold_cuda::larger_shared_bytes()[(const void*)kernel] = bytes;
  return cudaSuccess;
}
template <class F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, F)
{
  *a = {0, 0, 0, 1024, 32, 90, 90, 48 << 10, 0, cudaSharedmemCarveoutDefault};
  return cudaSuccess;
}
template <class F>
cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache)
{
  return cudaSuccess;
}
template <class F>
cudaError_t cudaFuncSetSharedMemConfig(F, cudaSharedMemConfig)
{
  return cudaSuccess;
}
namespace gridfold_cuda
{
inline cudaFuncCache cache_config = cudaFuncCachePreferNone;
}
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config)
{
  gridfold_cuda::cache_config = config;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config)
{
  *config = gridfold_cuda::cache_config;
  return cudaSuccess;
}
inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
/// Without effect, as on all GPUs since Maxwell: their banks have four bytes.
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config)
{
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F, int threads, std::size_t shared)
{
  *blocks = threads <= 0 ? 0 : std::min(32, 2048 / threads);
  if (shared > 0) *blocks = std::min(*blocks, static_cast<int>((std::size_t{227} << 10) / shared));
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F kernel, int threads,
                                                                   std::size_t shared, unsigned)
{
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}
template <class F>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* shared, F, int blocks, int)
{
  *shared = blocks <= 0 ? 0 : std::min(std::size_t{48} << 10, (std::size_t{227} << 10) / static_cast<unsigned>(blocks));
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F, std::size_t = 0, int limit = 0)
{
  *block = limit > 0 ? std::min(limit, 1024) : 1024;
  *grid = 132 * (2048 / *block);
  return cudaSuccess;
}
template <class F, class Shared>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F kernel, Shared, int limit = 0)
{
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, 0, limit);
}
