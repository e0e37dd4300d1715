// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA runtime's types and errors.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/launch.hpp>

// The runtime's errors: name, number, text.
#define GRIDFOLD_ERRORS(error)                                                                                         \
  error(cudaSuccess, 0, "no error") error(cudaErrorInvalidValue, 1, "invalid argument") error(                         \
      cudaErrorMemoryAllocation, 2, "out of memory") error(cudaErrorInitializationError, 3,                            \
                                                           "initialization error") error(cudaErrorCudartUnloading, 4,  \
                                                                                         "driver shutting down")       \
      error(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool") error(              \
          cudaErrorInvalidConfiguration, 9, "invalid configuration argument") error(cudaErrorInvalidPitchValue, 12,    \
                                                                                    "invalid pitch argument")          \
          error(cudaErrorInvalidSymbol, 13, "invalid device symbol") error(                                            \
              cudaErrorInvalidHostPointer, 16,                                                                         \
              "invalid host pointer") error(cudaErrorInvalidDevicePointer, 17,                                         \
                                            "invalid device pointer") error(cudaErrorInvalidTexture, 18,               \
                                                                            "invalid texture reference")               \
              error(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy") error(                   \
                  cudaErrorInsufficientDriver, 35,                                                                     \
                  "CUDA driver version is insufficient for CUDA runtime version") error(cudaErrorMissingConfiguration, \
                                                                                        52,                            \
                                                                                        "__global__ function call is " \
                                                                                        "not configured")              \
                  error(cudaErrorInvalidDeviceFunction, 98, "invalid device function") error(                          \
                      cudaErrorNoDevice, 100, "no CUDA-capable device is detected") error(cudaErrorInvalidDevice, 101, \
                                                                                          "invalid device ordinal")    \
                      error(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid") error(                 \
                          cudaErrorDeviceUninitialized, 201,                                                           \
                          "invalid device context") error(cudaErrorNoKernelImageForDevice, 209,                        \
                                                          "no kernel image is available for execution on the device")  \
                          error(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered") error(          \
                              cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                \
                              error(cudaErrorInvalidResourceHandle, 400, "invalid resource handle") error(             \
                                  cudaErrorIllegalState, 401,                                                          \
                                  "the operation cannot be performed in the present state")                            \
                                  error(cudaErrorSymbolNotFound, 500, "named symbol not found") error(                 \
                                      cudaErrorNotReady, 600,                                                          \
                                      "device not ready") error(cudaErrorIllegalAddress, 700,                          \
                                                                "an illegal memory access was encountered")            \
                                      error(cudaErrorLaunchOutOfResources, 701,                                        \
                                            "too many resources requested for launch") error(cudaErrorLaunchTimeout,   \
                                                                                             702,                      \
                                                                                             "the launch timed out "   \
                                                                                             "and was terminated")     \
                                          error(cudaErrorPeerAccessAlreadyEnabled, 704,                                \
                                                "peer access is already enabled") error(cudaErrorPeerAccessNotEnabled, \
                                                                                        705,                           \
                                                                                        "peer access has not been "    \
                                                                                        "enabled")                     \
                                              error(cudaErrorSetOnActiveProcess, 708,                                  \
                                                    "cannot set while device is active in this process")               \
                                                  error(cudaErrorAssert, 710, "device-side assert triggered") error(   \
                                                      cudaErrorHostMemoryAlreadyRegistered, 712,                       \
                                                      "part or all of the requested memory range is already mapped")   \
                                                      error(                                                           \
                                                          cudaErrorHostMemoryNotRegistered, 713,                       \
                                                          "pointer does not correspond to a registered memory region") \
                                                          error(cudaErrorIllegalInstruction, 715,                      \
                                                                "an illegal instruction was encountered")              \
                                                              error(cudaErrorMisalignedAddress, 716,                   \
                                                                    "misaligned address")                              \
                                                                  error(cudaErrorLaunchFailure, 719,                   \
                                                                        "unspecified launch failure")                  \
                                                                      error(cudaErrorCooperativeLaunchTooLarge, 720,   \
                                                                            "too many blocks in cooperative launch")   \
                                                                          error(cudaErrorNotPermitted, 800,            \
                                                                                "operation not permitted")             \
                                                                              error(cudaErrorNotSupported, 801,        \
                                                                                    "operation not supported")         \
                                                                                  error(cudaErrorUnknown, 999,         \
                                                                                        "unknown error")
#define GRIDFOLD_ERROR(name, number, text) name = number,
enum cudaError { GRIDFOLD_ERRORS(GRIDFOLD_ERROR) };
#undef GRIDFOLD_ERROR
typedef cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
#define cudaStreamLegacy (static_cast<cudaStream_t>(nullptr))
#define cudaStreamPerThread (static_cast<cudaStream_t>(nullptr))
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaEventInterprocess 0x04
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceMapHost 0x08
#define cudaCpuDeviceId (-1)
#define CUDART_CB

inline const char* cudaGetErrorName(cudaError_t error)
{
  switch (error) {
#define GRIDFOLD_ERROR(name, number, text) \
  case name:                               \
    return #name;
    GRIDFOLD_ERRORS(GRIDFOLD_ERROR)
#undef GRIDFOLD_ERROR
  }
  return "unrecognized error code";
}
inline const char* cudaGetErrorString(cudaError_t error)
{
  switch (error) {
#define GRIDFOLD_ERROR(name, number, text) \
  case name:                               \
    return text;
    GRIDFOLD_ERRORS(GRIDFOLD_ERROR)
#undef GRIDFOLD_ERROR
  }
  return "unrecognized error code";
}
#undef GRIDFOLD_ERRORS
namespace gridfold_cuda
{
inline cudaError_t returned(int error)
{
  if (error != 0) last_error = error;
  return static_cast<cudaError_t>(error);
}
inline bool is_sticky(int error) { return error >= 700; }
}  // namespace gridfold_cuda
inline cudaError_t cudaGetLastError()
{
  const int error = gridfold_cuda::last_error;
  if (!gridfold_cuda::is_sticky(error)) gridfold_cuda::last_error = 0;
  return static_cast<cudaError_t>(error);
}
inline cudaError_t cudaPeekAtLastError() { return static_cast<cudaError_t>(gridfold_cuda::last_error); }
inline cudaError_t cudaDeviceSynchronize()
{
  return gridfold_cuda::is_sticky(gridfold_cuda::last_error) ? cudaPeekAtLastError() : cudaSuccess;
}
inline cudaError_t cudaThreadExit() { return cudaSuccess; }
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaDeviceSynchronize(); }
