// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of rows, and their normalisation.
#pragma once

// A warp per row; the maximum and the sum by shuffles.
__global__ void softmax_by_warps(const float* in, float* out, int rows, int columns)
{
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float most = -INFINITY;
  for (int c = lane; c < columns; c += 32) most = fmaxf(most, in[row * columns + c]);
  for (int mask = 16; mask > 0; mask /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, mask));
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += expf(in[row * columns + c] - most);
  for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
  for (int c = lane; c < columns; c += 32) out[row * columns + c] = expf(in[row * columns + c] - most) / sum;
}

// A block per row: shuffles within warps, then the warps' values in shared memory. Exponentials are written, then read.
__global__ void softmax_by_blocks(const float* in, float* out, int columns)
{
  __shared__ float of_warp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;
  float most = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) most = fmaxf(most, in[c]);
  for (int mask = 16; mask > 0; mask /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, mask));
  if (lane == 0) of_warp[warp] = most;
  __syncthreads();
  for (int w = 0; w < warps; ++w) most = fmaxf(most, of_warp[w]);
  __syncthreads();
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    const float e = expf(in[c] - most);
    out[c] = e;
    sum += e;
  }
  for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < warps ? of_warp[lane] : 0;
    for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
    if (lane == 0) of_warp[0] = sum;
  }
  __syncthreads();
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[c] /= of_warp[0];
}

// Row means and deviations, as float4 vectors: columns is a multiple of 4.
__global__ void normalize_rows(const float4* in, float4* out, const float* gain, int vectors)
{
  __shared__ float part[2][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = blockIdx.x;
  float sum = 0, squares = 0;
  for (int v = threadIdx.x; v < vectors; v += blockDim.x) {
    const float4 a = in[row * vectors + v];
    sum += a.x + a.y + a.z + a.w;
    squares += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
    squares += __shfl_down_sync(0xffffffff, squares, offset);
  }
  if (lane == 0) {
    part[0][warp] = sum;
    part[1][warp] = squares;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) {
      sum += part[0][w];
      squares += part[1][w];
    }
    part[0][0] = sum / (4 * vectors);
    part[1][0] = rsqrtf(squares / (4 * vectors) - part[0][0] * part[0][0] + 1e-5f);
  }
  __syncthreads();
  const float mean = part[0][0], scale = part[1][0];
  for (int v = threadIdx.x; v < vectors; v += blockDim.x) {
    const float4 a = in[row * vectors + v];
    const float g = gain[v];
    out[row * vectors + v] = make_float4((a.x - mean) * scale * g, (a.y - mean) * scale * g, (a.z - mean) * scale * g,
                                         (a.w - mean) * scale * g);
  }
}
