// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA runtime's streams and events. All work is done when a call returns.
#pragma once
#pragma GCC system_header

#include <chrono>
#include <gridfold_cuda/memory.hpp>

// Streams and events.
template <class... More>
cudaError_t cudaStreamCreate(cudaStream_t* stream, More...)
{
  *stream = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return cudaStreamCreate(stream); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int)
{
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
  *least = *greatest = 0;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority)
{
  *priority = 0;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned* flags)
{
  *flags = cudaStreamDefault;
  return cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
template <class F>
cudaError_t cudaLaunchHostFunc(cudaStream_t, F f, void* argument)
{
  f(argument);
  return cudaSuccess;
}
template <class F>
cudaError_t cudaStreamAddCallback(cudaStream_t stream, F f, void* argument, unsigned)
{
  f(stream, cudaSuccess, argument);
  return cudaSuccess;
}
struct CUevent_st {
  std::chrono::steady_clock::time_point at;
};
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned = 0)
{
  *event = new CUevent_st{};
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr)
{
  event->at = std::chrono::steady_clock::now();
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to)
{
  *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event)
{
  delete event;
  return cudaSuccess;
}
