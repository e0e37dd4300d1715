// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as people have them: <<< in comments >>>, templates, dynamic shared memory, a header with a kernel beside it.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "beside.cuh"

#define CHECK(call)                                                                          \
  do {                                                                                       \
    const cudaError_t error = (call);                                                        \
    if (error != cudaSuccess) {                                                              \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
      exit(EXIT_FAILURE);                                                                    \
    }                                                                                        \
  } while (0)

__constant__ float weights[3];
__device__ int calls;

template <int Tile>
__global__ void transpose(const float* in, float* out, int n)
{
  __shared__ float tile[Tile][Tile];
  const int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * Tile + threadIdx.y) * n + blockIdx.y * Tile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void columns(const float* in, float* out, int n)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[x * n + y] = in[y * n + x] * weights[1];
}

__global__ void sum(const float* x, float* total, int n)
{
  extern __shared__ float partial[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int offset = blockDim.x / 2; offset > 0; offset >>= 1) {
    if (threadIdx.x < offset) partial[threadIdx.x] += partial[threadIdx.x + offset];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(total, partial[0]);
    atomicAdd(&calls, 1);
  }
}

int main(int argc, char** argv)
{
  const int n = 128;
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> host(n * n);
  for (int i = 0; i < n * n; ++i) host[i] = i % 7;
  float *d_in, *d_out, *d_total, *managed;
  CHECK(cudaMalloc((void**)&d_in, bytes));
  CHECK(cudaMalloc(&d_out, bytes));
  CHECK(cudaMalloc(&d_total, sizeof(float)));
  CHECK(cudaMallocManaged(&managed, bytes));
  const float w[3] = {0, 1, 2};
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof(w)));
  CHECK(cudaMemcpy(d_in, host.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_total, 0, sizeof(float)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin, stream));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  const dim3 block(32, 32), grid(n / 32, n / 32);
  transpose<32><<<grid, block>>>(d_in, d_out, n);
  columns<<<dim3(n / 64,
                 n),
            64, 0, stream>>>(d_in, managed, n);
  sum<<<n * n / 256, 256, 256 * sizeof(float)>>>(d_out, d_total, n * n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  scale(d_out, n * n);
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaEventSynchronize(end));
  float milliseconds, total;
  int called;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(&called, calls, sizeof(int)));
  printf("total %g managed %g calls %d %s\n", total, managed[1], called, argc > 1 ? argv[1] : "");
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_total);
  cudaFree(managed);
  return 3;
}
