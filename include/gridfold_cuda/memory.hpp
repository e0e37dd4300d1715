// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA runtime's functions of memory: device memory is host memory.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/errors.hpp>

// Memory functions. Reports name an array by the first argument of its allocation.
template <class T>
cudaError_t gridfold_cuda_malloc(const char* call, bool filled, T** to, std::size_t bytes)
{
  void* const memory = gridfold_cuda::allocate_memory(bytes, call, filled);
  *to = static_cast<T*>(memory);
  return gridfold_cuda::returned(memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}
template <class T, class... More>
cudaError_t cudaMalloc(T** to, std::size_t bytes, More...)
{
  return gridfold_cuda_malloc("memory", false, to, bytes);
}
template <class T, class... More>
cudaError_t gridfold_cuda_malloc_more(const char* call, bool filled, T** to, std::size_t bytes, More...)
{
  return gridfold_cuda_malloc(call, filled, to, bytes);
}
#define cudaMalloc(...) gridfold_cuda_malloc_more(#__VA_ARGS__, false, __VA_ARGS__)
#define cudaMallocAsync(...) gridfold_cuda_malloc_more(#__VA_ARGS__, false, __VA_ARGS__)
#define cudaMallocManaged(...) gridfold_cuda_malloc_more(#__VA_ARGS__, true, __VA_ARGS__)
#define cudaMallocHost(...) gridfold_cuda_malloc_more(#__VA_ARGS__, true, __VA_ARGS__)
#define cudaHostAlloc(...) gridfold_cuda_malloc_more(#__VA_ARGS__, true, __VA_ARGS__)
template <class T>
cudaError_t gridfold_cuda_malloc_pitch(const char* call, T** to, std::size_t* pitch, std::size_t width,
                                       std::size_t height)
{
  *pitch = (width + 511) / 512 * 512;
  return gridfold_cuda_malloc(call, false, to, *pitch * height);
}
#define cudaMallocPitch(...) gridfold_cuda_malloc_pitch(#__VA_ARGS__, __VA_ARGS__)
inline cudaError_t cudaFree(void* at)
{
  return gridfold_cuda::returned(at == nullptr || gridfold_cuda::free_memory(at) ? cudaSuccess : cudaErrorInvalidValue);
}
inline cudaError_t cudaFreeHost(void* at) { return cudaFree(at); }
inline cudaError_t cudaFreeAsync(void* at, cudaStream_t) { return cudaFree(at); }
template <class T>
cudaError_t cudaHostGetDevicePointer(T** to, void* host, unsigned)
{
  *to = static_cast<T*>(host);
  return cudaSuccess;
}
inline cudaError_t gridfold_cuda_register(const char* call, void* at, std::size_t bytes, unsigned = 0)
{
  if (at == nullptr || bytes == 0) return gridfold_cuda::returned(cudaErrorInvalidValue);
  gridfold_cuda::register_host_memory(at, bytes, call);
  return cudaSuccess;
}
#define cudaHostRegister(...) gridfold_cuda_register(#__VA_ARGS__, __VA_ARGS__)
inline cudaError_t cudaHostUnregister(void* at)
{
  gridfold_cuda::unregister_host_memory(at);
  return cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(std::size_t* left, std::size_t* all)
{
  *left = std::size_t{16} << 30;
  *all = std::size_t{16} << 30;
  return cudaSuccess;
}

GRIDFOLD_UNSEEN inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
  if (bytes == 0) return cudaDeviceSynchronize();
  if (gridfold_cuda::is_sticky(gridfold_cuda::last_error)) return cudaPeekAtLastError();
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  if ((from_device && !gridfold_cuda::is_known_memory(from)) || (to_device && !gridfold_cuda::is_known_memory(to)) ||
      !gridfold_cuda::host_reads(from, bytes) || !gridfold_cuda::host_writes(to, bytes))
    return gridfold_cuda::returned(cudaErrorInvalidValue);
  std::memmove(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t = nullptr)
{
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
  for (std::size_t row = 0; row < height; ++row)
    if (const cudaError_t e = cudaMemcpy(static_cast<char*>(to) + row * to_pitch,
                                         static_cast<const char*>(from) + row * from_pitch, width, kind);
        e != cudaSuccess)
      return e;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t = nullptr)
{
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
inline cudaError_t cudaMemset(void* at, int value, std::size_t bytes)
{
  if (bytes == 0) return cudaSuccess;
  if (!gridfold_cuda::is_known_memory(at) || !gridfold_cuda::host_writes(at, bytes))
    return gridfold_cuda::returned(cudaErrorInvalidValue);
  std::memset(at, value, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* at, int value, std::size_t bytes, cudaStream_t = nullptr)
{
  return cudaMemset(at, value, bytes);
}
inline cudaError_t cudaMemset2D(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height)
{
  for (std::size_t row = 0; row < height; ++row)
    if (const cudaError_t e = cudaMemset(static_cast<char*>(at) + row * pitch, value, width); e != cudaSuccess)
      return e;
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice)
{
  if (offset + bytes > sizeof(T)) return gridfold_cuda::returned(cudaErrorInvalidValue);
  std::memcpy(const_cast<char*>(reinterpret_cast<const volatile char*>(&symbol)) + offset, from, bytes);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost)
{
  if (offset + bytes > sizeof(T)) return gridfold_cuda::returned(cudaErrorInvalidValue);
  std::memcpy(to, const_cast<const char*>(reinterpret_cast<const volatile char*>(&symbol)) + offset, bytes);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t = nullptr)
{
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <class P, class T>
cudaError_t cudaGetSymbolAddress(P** to, const T& symbol)
{
  *to = reinterpret_cast<P*>(const_cast<char*>(reinterpret_cast<const volatile char*>(&symbol)));
  return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&)
{
  *bytes = sizeof(T);
  return cudaSuccess;
}
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};
inline cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, int, cudaStream_t = nullptr) { return cudaSuccess; }
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, std::size_t = 0, unsigned = cudaMemAttachGlobal)
{
  return cudaSuccess;
}
