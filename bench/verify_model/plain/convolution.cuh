// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions: of a line with a mask in constant memory, and of a plane.
#pragma once

constexpr int MASK_RADIUS = 3, PLANE_TILE = 16;
__constant__ float mask[2 * MASK_RADIUS + 1];

__global__ void convolve_line(const float* in, float* out, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -MASK_RADIUS; k <= MASK_RADIUS; ++k)
    if (i + k >= 0 && i + k < n) sum += mask[k + MASK_RADIUS] * in[i + k];
  out[i] = sum;
}

// A tile and its halo, loaded in turns.
__global__ void convolve_line_tiled(const float* in, float* out, int n)
{
  extern __shared__ float line[];
  const int first = blockIdx.x * blockDim.x - MASK_RADIUS;
  for (int t = threadIdx.x; t < blockDim.x + 2 * MASK_RADIUS; t += blockDim.x) {
    const int i = first + t;
    line[t] = i >= 0 && i < n ? in[i] : 0;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * MASK_RADIUS; ++k) sum += mask[k] * line[threadIdx.x + k];
  out[i] = sum;
}

// The mean of the pixels within a radius.
__global__ void blur(const unsigned char* in, unsigned char* out, int width, int height, int radius)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0, pixels = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) {
        sum += in[(y + dy) * width + x + dx];
        ++pixels;
      }
  out[y * width + x] = static_cast<unsigned char>(sum / pixels);
}
