// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a trace of CUDA kernels leaves out.
#include <gridfold/trace_cuda.hpp>

#include <cooperative_groups.h>

__global__ void good(unsigned* x) { x[threadIdx.x] = 1; }

#ifdef INLINE_PTX
// gridfold: inline PTX is not traced (a CPU runs the kernel): write it in C++, or leave it out by #ifdef __CUDACC__
__global__ void wrong(unsigned* x) { asm volatile("mov.u32 %0, %1;" : "=r"(x[0]) : "r"(x[1])); }
#endif

#ifdef TEXTURE_OBJECT
// gridfold: textures and surfaces are not traced (a CPU has none): read the array instead
__global__ void wrong(float* x, cudaTextureObject_t t) { x[0] = tex2D<float>(t, 1.f, 2.f); }
#endif

#ifdef TEXTURE_OF_AN_ARRAY
// gridfold: textures and surfaces are not traced (a CPU has none): read the array instead
void wrong(float* x) { cudaBindTexture(nullptr, 1, x, 64); }
#endif

#ifdef CLUSTER_OF_BLOCKS
// gridfold: clusters of blocks are not traced (blocks run one after another): trace a kernel without them
__global__ void __cluster_dims__(2, 1, 1) in_clusters(unsigned* x) { x[0] = 1; }
void wrong(const gridfold::trace_cuda& on, unsigned* x) { on.launch(1, 1, 0, in_clusters, x); }
#endif

#ifdef CLUSTER_GROUP
// gridfold: clusters of blocks are not traced (blocks run one after another): trace a kernel without them
__global__ void wrong(unsigned*) { cooperative_groups::this_cluster(); }
#endif

#ifdef GRAPH
// gridfold: graphs of launches are not traced (each call launches at once): launch the kernels one by one
void wrong() { cudaGraph_t graph; }
#endif

#ifdef ADDRESS_FOR_PTX
// gridfold: addresses for inline PTX are not traced (a CPU runs the kernel): use the pointer itself
__global__ void wrong(unsigned* x) { x[0] = static_cast<unsigned>(__cvta_generic_to_shared(x)); }
#endif

#ifdef CAPTURE
// gridfold: graphs of launches are not traced (each call launches at once): launch the kernels one by one
void wrong(cudaStream_t on) { cudaStreamBeginCapture(on, cudaStreamCaptureModeRelaxed); }
#endif

#ifdef NUMBER_OF_ARGUMENTS
// gridfold: the launch has another number of arguments than the kernel: give one for each parameter
void wrong(const gridfold::trace_cuda& on, unsigned* x) { on.launch(1, 1, 0, good, x, 3); }
#endif

#ifdef TENSOR_CORES
// gridfold: tensor cores are not traced (a CPU runs the kernel): trace the kernel's loads and stores without them
#include <mma.h>
__global__ void wrong() { nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> a; }
#endif
