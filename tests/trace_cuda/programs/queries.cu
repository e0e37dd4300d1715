// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries and settings of a device, copies to addresses that no kernel has, and functions that a header defines itself.
#include <cuda_runtime.h>
#include <sm_61_intrinsics.h>

#include <cstdio>
#include <vector>

#include "fallbacks.h"

__global__ void dot(const char4* a, const char4* b, int* to) { to[threadIdx.x] = __dp4a(a[threadIdx.x], b[threadIdx.x], 1); }
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

void settings()
{
  cudaSharedMemConfig banks;
  cudaFuncCache cache;
  size_t stack;
  int priority;
  cudaStream_t stream;
  cudaDeviceProp p;
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  cudaDeviceGetSharedMemConfig(&banks);
  cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
  cudaDeviceGetCacheConfig(&cache);
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1);
  cudaStreamGetPriority(stream, &priority);
  cudaGetDeviceProperties(&p, 0);
  printf("settings %d %d %zu %d %d\n", banks, cache, stack, priority, p.maxTexture1D > 0);
}

int main()
{
  settings();
  const float root = rsqrtf(4);
  printf("own %g %g %d\n", root, lerp(1, 3, 0.5f), fallbacks_called);

  std::vector<int> host(64, 1), got(32);
  int* x = nullptr;
  cudaMalloc(&x, 64 * sizeof(int));
  // An address of the pointer, not of the array: a GPU refuses it, and nothing may be written there.
  const int set = cudaMemset(&x, 0, 64 * sizeof(int));
  const int copied = cudaMemcpy(&x, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  const int back = cudaMemcpy(got.data(), host.data(), 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("refused %d %d %d, kept %d\n", set, copied, back, x != nullptr);
  cudaGetLastError();

  cudaHostRegister(host.data(), host.size() * sizeof(int), cudaHostRegisterMapped);
  int* mapped = nullptr;
  cudaHostGetDevicePointer(&mapped, host.data(), 0);
  twice<<<1, 64>>>(mapped);
  cudaPointerAttributes of;
  cudaPointerGetAttributes(&of, mapped);
  printf("registered %d %d %d\n", host[63], of.type, cudaHostUnregister(host.data()));

  char4* bytes = nullptr;
  cudaMalloc(&bytes, 64 * sizeof(char4));
  cudaMemset(bytes, 0xff, 64 * sizeof(char4));
  dot<<<1, 32>>>(bytes, bytes + 32, x);
  cudaMemcpy(got.data(), x, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("dot %d\n", got[31]);
}
