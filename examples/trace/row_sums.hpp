// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A kernel that was not made for gridfold: what one thread does, written for CUDA with pointers. That they are
/// template parameters is all that tracing asks for.
#pragma once

#ifdef __CUDACC__
#define EXAMPLE_HD __host__ __device__
#else
#define EXAMPLE_HD
#endif

/// Sums up a row of a matrix that lies row by row.
template <class In, class Out>
EXAMPLE_HD void row_sum(int row, In matrix, Out sums, int rows, int columns)
{
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[row * columns + k];
  sums[row] = sum;
}

/// The same of a matrix that lies column by column.
template <class In, class Out>
EXAMPLE_HD void row_sum_by_columns(int row, In matrix, Out sums, int rows, int columns)
{
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[k * rows + row];
  sums[row] = sum;
}

/// The same once more, by somebody in a hurry: the guard is forgotten, and every thread adds to one total.
template <class In, class Out>
EXAMPLE_HD void row_sum_in_a_hurry(int row, In matrix, Out sums, int rows, int columns)
{
  for (int k = 0; k < columns; ++k) sums[row] = sums[row] + matrix[k * rows + row];
  sums[0] = sums[0] + sums[row];
}
