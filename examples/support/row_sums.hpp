// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels that do not use gridfold: the code of one CUDA thread. To trace them, the types of their pointers are
/// template parameters.
#pragma once

#ifdef __CUDACC__
#define EXAMPLE_HD __host__ __device__
#else
#define EXAMPLE_HD
#endif

/// Sums a row of a row-major matrix.
template <class In, class Out>
EXAMPLE_HD void row_sum(int row, In matrix, Out sums, int rows, int columns)
{
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[row * columns + k];
  sums[row] = sum;
}

/// Sums a row of a column-major matrix.
template <class In, class Out>
EXAMPLE_HD void row_sum_by_columns(int row, In matrix, Out sums, int rows, int columns)
{
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[k * rows + row];
  sums[row] = sum;
}

/// Sums a row of a column-major matrix, with three faults: no bounds check, the sum does not begin with zero, and all
/// threads add to one total without atomics.
template <class In, class Out>
EXAMPLE_HD void row_sum_in_a_hurry(int row, In matrix, Out sums, int rows, int columns)
{
  for (int k = 0; k < columns; ++k) sums[row] = sums[row] + matrix[k * rows + row];
  sums[0] = sums[0] + sums[row];
}
