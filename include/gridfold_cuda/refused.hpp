// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA names that cannot be traced: using one is a compile-time error with a sentence.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/errors.hpp>

// Refuses inline PTX. Headers of compilers and C libraries spell it __asm__.
#ifndef __TRACE_CUDA__
// clang-format off
#define asm \
  _Pragma("GCC error \"gridfold: inline PTX is not traced (a CPU runs the kernel): write it in C++, or leave it out by #ifdef __CUDACC__\"") \
  __asm__
// clang-format on
#endif

#define GRIDFOLD_TEXTURE \
  GRIDFOLD_REFUSED("textures and surfaces are not traced (a CPU has none): read the array instead")
typedef unsigned long long cudaTextureObject_t GRIDFOLD_TEXTURE;
typedef unsigned long long cudaSurfaceObject_t GRIDFOLD_TEXTURE;
typedef struct cudaArray* cudaArray_t GRIDFOLD_TEXTURE;
struct GRIDFOLD_TEXTURE cudaResourceDesc {};
struct GRIDFOLD_TEXTURE cudaTextureDesc {};
struct GRIDFOLD_TEXTURE cudaChannelFormatDesc {};
#define GRIDFOLD_OF_TEXTURE(name)                \
  template <class T = float, class... Arguments> \
  GRIDFOLD_TEXTURE T name(const Arguments&...);
GRIDFOLD_OF_TEXTURE(tex1D)
GRIDFOLD_OF_TEXTURE(tex1Dfetch)
GRIDFOLD_OF_TEXTURE(tex2D)
GRIDFOLD_OF_TEXTURE(tex2DLayered)
GRIDFOLD_OF_TEXTURE(tex2DLod)
GRIDFOLD_OF_TEXTURE(tex3D)
GRIDFOLD_OF_TEXTURE(texCubemap)
GRIDFOLD_OF_TEXTURE(surf1Dread)
GRIDFOLD_OF_TEXTURE(surf1Dwrite)
GRIDFOLD_OF_TEXTURE(surf2Dread)
GRIDFOLD_OF_TEXTURE(surf2Dwrite)
GRIDFOLD_OF_TEXTURE(surf3Dread)
GRIDFOLD_OF_TEXTURE(surf3Dwrite)
GRIDFOLD_OF_TEXTURE(cudaCreateChannelDesc)
GRIDFOLD_OF_TEXTURE(cudaBindTexture)
GRIDFOLD_OF_TEXTURE(cudaBindTexture2D)
GRIDFOLD_OF_TEXTURE(cudaBindTextureToArray)
GRIDFOLD_OF_TEXTURE(cudaUnbindTexture)
GRIDFOLD_OF_TEXTURE(cudaCreateTextureObject)
GRIDFOLD_OF_TEXTURE(cudaDestroyTextureObject)
GRIDFOLD_OF_TEXTURE(cudaCreateSurfaceObject)
GRIDFOLD_OF_TEXTURE(cudaDestroySurfaceObject)
GRIDFOLD_OF_TEXTURE(cudaMallocArray)
GRIDFOLD_OF_TEXTURE(cudaMalloc3DArray)
GRIDFOLD_OF_TEXTURE(cudaFreeArray)
GRIDFOLD_OF_TEXTURE(cudaMemcpyToArray)
GRIDFOLD_OF_TEXTURE(cudaMemcpy2DToArray)
#undef GRIDFOLD_OF_TEXTURE
#undef GRIDFOLD_TEXTURE

#define GRIDFOLD_CONVERTED(name)                                                                              \
  GRIDFOLD_REFUSED("addresses for inline PTX are not traced (a CPU runs the kernel): use the pointer itself") \
  size_t name(const void*);
GRIDFOLD_CONVERTED(__cvta_generic_to_global)
GRIDFOLD_CONVERTED(__cvta_generic_to_shared)
GRIDFOLD_CONVERTED(__cvta_generic_to_constant)
GRIDFOLD_CONVERTED(__cvta_generic_to_local)
#undef GRIDFOLD_CONVERTED

#define GRIDFOLD_GRAPH \
  GRIDFOLD_REFUSED("graphs of launches are not traced (each call launches at once): launch the kernels one by one")
typedef struct CUgraph_st* cudaGraph_t GRIDFOLD_GRAPH;
typedef struct CUgraphExec_st* cudaGraphExec_t GRIDFOLD_GRAPH;
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
template <class... Arguments>
GRIDFOLD_GRAPH cudaError_t cudaStreamBeginCapture(const Arguments&...);
#undef GRIDFOLD_GRAPH
