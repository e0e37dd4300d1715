#include <cstdio>

constexpr int side = 16;

__global__ void sum_rows(const float* in, float* out)
{
  __shared__ float rows[side][side];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * side + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += rows[threadIdx.x][k];
  out[threadIdx.y * side + threadIdx.x] = sum;
}

int main()
{
  float *in, *out;
  cudaMallocManaged(&in, side * side * sizeof(float));
  cudaMallocManaged(&out, side * side * sizeof(float));
  for (int i = 0; i < side * side; ++i) in[i] = 1;
  sum_rows<<<1, dim3(side, side)>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[0]);
}
