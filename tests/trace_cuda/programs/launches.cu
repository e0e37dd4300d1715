// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that a GPU refuses, by address, through pointers, and with arguments that count their copies.
#include <cuda_runtime.h>

#include <cstdio>

namespace filters
{

__global__ void __launch_bounds__(64) add(float* x, int n, float by)
{
  if (threadIdx.x < n) x[threadIdx.x] += by;
}
__global__ void scale(float* x, int n, float by)
{
  if (threadIdx.x < n) x[threadIdx.x] *= by;
}

}  // namespace filters

extern "C" {
__global__ void clear(float* x) { x[threadIdx.x] = 0; }
}

template <class T>
__global__ void fill(T* x, T value)
{
  x[threadIdx.x] = value;
}

__global__ void with_default(float* x, float value = 4) { x[threadIdx.x] = value; }

/// A class whose objects know how often they are copied and destroyed.
struct counted {
  int value;
  static int copies, destroyed;

  explicit counted(int v) : value(v) {}
  __host__ __device__ counted(const counted& other) : value(other.value) { ++copies; }
  __host__ __device__ ~counted() { ++destroyed; }
};
int counted::copies, counted::destroyed;

/// Each thread changes its own argument.
__global__ void changes_argument(float* x, counted c)
{
  c.value += threadIdx.x;
  x[threadIdx.x] = c.value;
}

__global__ void dynamic(float* x)
{
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
}

float* x;

void try_launch(dim3 grid, dim3 block, size_t shared = 0)
{
  dynamic<<<grid, block, shared>>>(x);
  const cudaError_t error = cudaGetLastError();
  printf("%d ", static_cast<int>(error));
  if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) printf("remains ");
}

int main(int argc, char**)
{
  cudaMalloc(&x, 64 * sizeof(float));
  printf("refused: ");
  try_launch(1, 1025);
  try_launch(1, dim3(32, 33));
  try_launch(1, dim3(1, 1, 65));
  try_launch(0, 32);
  try_launch(1, 0);
  try_launch(dim3(1, 65536), 32);
  try_launch(dim3(1, 1, 65536), 32);
  try_launch(dim3(0x80000000u), 32);
  try_launch(1, 32, (48 << 10) + 1);
  printf("%d ", static_cast<int>(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 << 10)));
  cudaGetLastError();
  cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
  try_launch(1, 32, (64 << 10) + 4);
  printf("\ntaken: ");
  cudaMemset(x, 0, 64 * sizeof(float));
  try_launch(1, 32, 64 << 10);

  int n = 32;
  float by = 2;
  void* arguments[] = {&x, &n, &by};
  const void* kernels[] = {(const void*)clear, (const void*)filters::add, (const void*)filters::scale};
  for (const void* kernel : kernels) cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, nullptr);
  printf("\nby address: %g, ", x[31]);
  printf("%d\n", static_cast<int>(cudaLaunchKernel((void*)filters::add, dim3(1), dim3(1025), arguments, 0, nullptr)));

  void (*one)(float*, int, float) = filters::add;
  one<<<1, 32>>>(x, n, 3);
  void (*table[])(float*, int, float) = {filters::scale, filters::add};
  for (int i = 0; i < 2; ++i) table[i]<<<1, 32>>>(x, n, 3);
  fill<<<1, 32>>>(x + 32, 1.0f);
  with_default<<<1, 32>>>(x + 32);
  printf("by pointer: %g %g\n", x[31], x[63]);

  const counted five(5);
  changes_argument<<<2, 16>>>(x, five);
  printf("arguments: %g, copies %d, destroyed %d\n", x[15], counted::copies, counted::destroyed);
  if (argc > 1) cudaLaunchKernel((void*)fill<float>, dim3(1), dim3(32), arguments, 0, nullptr);
}
