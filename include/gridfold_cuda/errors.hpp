// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA runtime's types and errors.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/launch.hpp>

// The runtime's errors, with those of old toolkits: name, number, text.
// clang-format off
#define GRIDFOLD_ERRORS(error) \
  error(cudaSuccess, 0, "no error") \
  error(cudaErrorInvalidValue, 1, "invalid argument") \
  error(cudaErrorMemoryAllocation, 2, "out of memory") \
  error(cudaErrorInitializationError, 3, "initialization error") \
  error(cudaErrorCudartUnloading, 4, "driver shutting down") \
  error(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool") \
  error(cudaErrorProfilerNotInitialized, 6, "profiler not initialized") \
  error(cudaErrorProfilerAlreadyStarted, 7, "profiler already started") \
  error(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped") \
  error(cudaErrorInvalidConfiguration, 9, "invalid configuration argument") \
  error(cudaErrorInvalidPitchValue, 12, "invalid pitch argument") \
  error(cudaErrorInvalidSymbol, 13, "invalid device symbol") \
  error(cudaErrorInvalidHostPointer, 16, "invalid host pointer") \
  error(cudaErrorInvalidDevicePointer, 17, "invalid device pointer") \
  error(cudaErrorInvalidTexture, 18, "invalid texture reference") \
  error(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer") \
  error(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor") \
  error(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy") \
  error(cudaErrorAddressOfConstant, 22, "__constant__ memory has no address here") \
  error(cudaErrorTextureFetchFailed, 23, "fetch from texture failed") \
  error(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound") \
  error(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()") \
  error(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type") \
  error(cudaErrorInvalidNormSetting, 27, "read as normalized float not supported for 32-bit non float type") \
  error(cudaErrorMixedDeviceExecution, 28, "device emulation mode and device execution mode cannot be mixed") \
  error(cudaErrorNotYetImplemented, 31, "feature not yet implemented") \
  error(cudaErrorMemoryValueTooLarge, 32, "memory size or pointer value too large to fit in 32 bit") \
  error(cudaErrorStubLibrary, 34, "CUDA driver is a stub library") \
  error(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version") \
  error(cudaErrorCallRequiresNewerDriver, 36, "API call is not supported in the installed CUDA driver") \
  error(cudaErrorInvalidSurface, 37, "invalid surface reference") \
  error(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name") \
  error(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name") \
  error(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name") \
  error(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable") \
  error(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context") \
  error(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured") \
  error(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch") \
  error(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches") \
  error(cudaErrorLaunchFileScopedTex, 66, "launch failed because kernel uses unsupported, file-scoped textures") \
  error(cudaErrorLaunchFileScopedSurf, 67, "launch failed because kernel uses unsupported, file-scoped surfaces") \
  error(cudaErrorSyncDepthExceeded, 68, "cudaDeviceSynchronize failed because of depth limit") \
  error(cudaErrorLaunchPendingCountExceeded, 69, "launch failed because it would exceed cudaLimitDevRuntimePendingLaunchCount") \
  error(cudaErrorInvalidDeviceFunction, 98, "invalid device function") \
  error(cudaErrorNoDevice, 100, "no CUDA-capable device is detected") \
  error(cudaErrorInvalidDevice, 101, "invalid device ordinal") \
  error(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license") \
  error(cudaErrorSoftwareValidityNotEstablished, 103, "integrity checks failed") \
  error(cudaErrorStartupFailure, 127, "startup failure in cuda runtime") \
  error(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid") \
  error(cudaErrorDeviceUninitialized, 201, "invalid device context") \
  error(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed") \
  error(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed") \
  error(cudaErrorArrayIsMapped, 207, "array is mapped") \
  error(cudaErrorAlreadyMapped, 208, "resource already mapped") \
  error(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device") \
  error(cudaErrorAlreadyAcquired, 210, "resource already acquired") \
  error(cudaErrorNotMapped, 211, "resource not mapped") \
  error(cudaErrorNotMappedAsArray, 212, "resource not mapped as array") \
  error(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer") \
  error(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered") \
  error(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture") \
  error(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread") \
  error(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices") \
  error(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed") \
  error(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context") \
  error(cudaErrorNvlinkUncorrectable, 220, "uncorrectable NVLink error detected during the execution") \
  error(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found") \
  error(cudaErrorUnsupportedPtxVersion, 222, "the provided PTX was compiled with an unsupported toolchain") \
  error(cudaErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled") \
  error(cudaErrorInvalidSource, 300, "device kernel image is invalid") \
  error(cudaErrorFileNotFound, 301, "file not found") \
  error(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found") \
  error(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed") \
  error(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS") \
  error(cudaErrorInvalidResourceHandle, 400, "invalid resource handle") \
  error(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state") \
  error(cudaErrorSymbolNotFound, 500, "named symbol not found") \
  error(cudaErrorNotReady, 600, "device not ready") \
  error(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered") \
  error(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch") \
  error(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated") \
  error(cudaErrorLaunchIncompatibleTexturing, 703, "launch uses incompatible texturing mode") \
  error(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled") \
  error(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled") \
  error(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process") \
  error(cudaErrorContextIsDestroyed, 709, "context is destroyed") \
  error(cudaErrorAssert, 710, "device-side assert triggered") \
  error(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted") \
  error(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped") \
  error(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region") \
  error(cudaErrorHardwareStackError, 714, "hardware stack error") \
  error(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered") \
  error(cudaErrorMisalignedAddress, 716, "misaligned address") \
  error(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space") \
  error(cudaErrorInvalidPc, 718, "invalid program counter") \
  error(cudaErrorLaunchFailure, 719, "unspecified launch failure") \
  error(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch") \
  error(cudaErrorNotPermitted, 800, "operation not permitted") \
  error(cudaErrorNotSupported, 801, "operation not supported") \
  error(cudaErrorSystemNotReady, 802, "system not yet initialized") \
  error(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination") \
  error(cudaErrorCompatNotSupportedOnDevice, 804, "forward compatibility was attempted on non supported HW") \
  error(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing") \
  error(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture") \
  error(cudaErrorStreamCaptureMerge, 902, "operation would result in a merge of separate capture sequences") \
  error(cudaErrorStreamCaptureUnmatched, 903, "capture was not ended in the same stream as it began") \
  error(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work") \
  error(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream") \
  error(cudaErrorStreamCaptureImplicit, 906, "operation would make the legacy stream depend on a capturing blocking stream") \
  error(cudaErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream") \
  error(cudaErrorStreamCaptureWrongThread, 908, "attempt to terminate a thread-local capture sequence from another thread") \
  error(cudaErrorTimeout, 909, "wait operation timed out") \
  error(cudaErrorGraphExecUpdateFailure, 910, "the graph update was not performed because its changes violated constraints") \
  error(cudaErrorExternalDevice, 911, "an async error has occurred in external entity outside of CUDA") \
  error(cudaErrorUnknown, 999, "unknown error") \
  error(cudaErrorApiFailureBase, 10000, "API failure base")
// clang-format on
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
