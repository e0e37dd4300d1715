// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The driver API: empty, because kernels and runtime calls do not need it.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/words.hpp>

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
#define GRIDFOLD_DRIVER \
  GRIDFOLD_REFUSED("the driver's interface is not traced (it loads what nvcc has compiled): call the runtime's")
typedef int CUresult GRIDFOLD_DRIVER;
typedef void *CUcontext GRIDFOLD_DRIVER, *CUmodule GRIDFOLD_DRIVER, *CUfunction GRIDFOLD_DRIVER;
GRIDFOLD_DRIVER int cuInit(unsigned);
#undef GRIDFOLD_DRIVER
