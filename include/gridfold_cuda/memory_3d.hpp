// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA runtime's functions of pitched memory in three dimensions, and attributes of a pointer.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/memory.hpp>

struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPos {
  std::size_t x, y, z;
};
struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  void* srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  void* dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth)
{
  return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* at, std::size_t pitch, std::size_t width, std::size_t height)
{
  return {at, pitch, width, height};
}
inline cudaError_t gridfold_cuda_malloc_3d(const char* call, cudaPitchedPtr* to, cudaExtent extent)
{
  to->xsize = extent.width;
  to->ysize = extent.height;
  return gridfold_cuda_malloc_pitch(call, &to->ptr, &to->pitch, extent.width, extent.height * extent.depth);
}
#define cudaMalloc3D(...) gridfold_cuda_malloc_3d(#__VA_ARGS__, __VA_ARGS__)
inline cudaError_t cudaMemset3D(cudaPitchedPtr at, int value, cudaExtent extent)
{
  for (std::size_t plane = 0; plane < extent.depth; ++plane)
    if (const cudaError_t e = cudaMemset2D(static_cast<char*>(at.ptr) + plane * at.ysize * at.pitch, at.pitch, value,
                                           extent.width, extent.height);
        e != cudaSuccess)
      return e;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p)
{
  if (p->srcArray != nullptr || p->dstArray != nullptr) return gridfold_cuda::returned(cudaErrorNotSupported);
  const auto place = [](const cudaPitchedPtr& at, const cudaPos& pos) {
    return static_cast<char*>(at.ptr) + (pos.z * at.ysize + pos.y) * at.pitch + pos.x;
  };
  for (std::size_t plane = 0; plane < p->extent.depth; ++plane)
    if (const cudaError_t e =
            cudaMemcpy2D(place(p->dstPtr, p->dstPos) + plane * p->dstPtr.ysize * p->dstPtr.pitch, p->dstPtr.pitch,
                         place(p->srcPtr, p->srcPos) + plane * p->srcPtr.ysize * p->srcPtr.pitch, p->srcPtr.pitch,
                         p->extent.width, p->extent.height, p->kind);
        e != cudaSuccess)
      return e;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t = nullptr) { return cudaMemcpy3D(p); }
inline cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes)
{
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t = nullptr)
{
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}

enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* at)
{
  void* const place = const_cast<void*>(at);
  const bool device = gridfold_cuda::is_device_memory(at);
  const bool known = gridfold_cuda::is_known_memory(at);
  *attributes = {device  ? cudaMemoryTypeDevice
                 : known ? cudaMemoryTypeHost
                         : cudaMemoryTypeUnregistered,
                 0, known ? place : nullptr, device ? nullptr : place};
  return cudaSuccess;
}
