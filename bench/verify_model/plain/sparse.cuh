// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of a sparse matrix and a vector, by storage: rows (CSR), padded rows by columns (ELL), coordinates (COO);
// and of a dense one.
#pragma once

__global__ void product_csr(const int* starts, const int* columns, const float* values, const float* x, float* y,
                            int rows)
{
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

// A warp per row.
__global__ void product_csr_warps(const int* starts, const int* columns, const float* values, const float* x, float* y,
                                  int rows)
{
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k] * x[columns[k]];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) y[row] = sum;
}

// Element k of a row is at [k * rows + row]; rows are padded by columns of -1.
__global__ void product_ell(const int* columns, const float* values, const float* x, float* y, int rows, int longest)
{
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < longest; ++k) {
    const int column = columns[k * rows + row];
    if (column >= 0) sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

// y is zero before.
__global__ void product_coo(const int* row_of, const int* columns, const float* values, const float* x, float* y,
                            int elements)
{
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < elements) atomicAdd(&y[row_of[k]], values[k] * x[columns[k]]);
}

// y = A x for a row-major matrix: a block per row, in which each thread sums a part.
__global__ void multiply_rows(const float* a, const float* x, float* y, int columns)
{
  __shared__ float part[256];
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += a[blockIdx.x * columns + c] * x[c];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int size = blockDim.x / 2; size > 0; size /= 2) {
    if (threadIdx.x < size) part[threadIdx.x] += part[threadIdx.x + size];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
