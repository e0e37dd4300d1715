// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sums of a thread of a matrix product.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/running_sum.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The sums of one thread: coarsening::y rows by coarsening::x columns. A step of the inner dimension reads y + x
/// elements for y * x multiply-adds.
template <class Variant, class T>
struct product_tile {
  static constexpr int rows = Variant::coarsening::y, columns = Variant::coarsening::x;

  policy::running_sum<typename Variant::accumulation, T> sum[rows][columns];

  /// Adds the products left(j) * right(i).
  template <class Left, class Right>
  GRIDFOLD_HD void add(Left left, Right right)
  {
    T from_row[rows], from_column[columns];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) from_row[j] = left(j);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) from_column[i] = right(i);
    // Down one column and up the next: consecutive multiply-adds share an operand, which is read from the register file
    // once.
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int n = 0; n < rows; ++n) {
        const int j = i % 2 == 0 ? n : rows - 1 - n;
        sum[j][i].add(from_row[j] * from_column[i]);
      }
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
