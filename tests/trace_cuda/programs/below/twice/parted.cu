// A header in a folder above, and a launch that an editor has parted.
#include <cstdio>

#include "above.cuh"

__global__ void doubled(int* x) { x[threadIdx.x] = twice(x[threadIdx.x]); }

int main()
{
  int host[32], *device, sum = 0;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  // clang-format off
  doubled << <1, 32 >> > (device);
  // clang-format on
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  for (int x : host) sum += x;
  std::printf("sum %d\n", sum);
}
