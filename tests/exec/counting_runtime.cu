// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A CUDA runtime that counts calls and runs nothing, so that it needs no GPU. Programs are linked with it instead of
/// the toolkit's (nvcc --cudart none); the linker reports missing functions.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>

#include "counting_runtime.hpp"

namespace test
{

runtime_calls& calls_so_far()
{
  static runtime_calls calls;
  return calls;
}

runtime_calls calls_of(const std::function<void()>& work)
{
  calls_so_far() = {};
  work();
  return calls_so_far();
}

}  // namespace test

namespace
{

cudaError_t done(const char* call)
{
  ++test::calls_so_far().of[call];
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void*, void**)
{
  test::calls_so_far().starts_early.push_back(config->numAttrs > 0);
  return done("launch");
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* of, const void*)
{
  *of = {};
  of->type = cudaMemoryTypeManaged;  // accessible to host and device
  return done("cudaPointerGetAttributes");
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* of, const void*)
{
  *of = {};
  of->ptxVersion = 90;
  return done("cudaFuncGetAttributes");
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return done("cudaFuncSetAttribute"); }
cudaError_t cudaGetDevice(int* device)
{
  *device = 0;
  return done("cudaGetDevice");
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int)
{
  *value = attribute == cudaDevAttrMultiProcessorCount ? 132 : 0;
  return done("cudaDeviceGetAttribute");
}

cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t)
{
  *memory = std::malloc(bytes);
  return done("cudaMallocAsync");
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t)
{
  std::free(memory);
  return done("cudaFreeAsync");
}
cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t)
{
  std::memset(memory, value, bytes);
  return done("cudaMemsetAsync");
}
cudaError_t cudaGetLastError() { return done("cudaGetLastError"); }
const char* cudaGetErrorName(cudaError_t) { return ""; }
const char* cudaGetErrorString(cudaError_t) { return ""; }

// Functions that nvcc's own code calls: before main to register kernels, or to launch by <<<>>>, which no test does.
void** __cudaRegisterFatBinary(void*)
{
  static void* handle = nullptr;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*) {}
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
char __cudaInitModule(void**) { return 0; }
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, size_t*, void*) { std::abort(); }
cudaError_t __cudaGetKernel(cudaKernel_t*, const void*) { std::abort(); }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t) { std::abort(); }
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) { std::abort(); }
}
