// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the elements of a fitted tile are numbered.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/kernel/transpose/fitted_shape.hpp>
#include <gridfold/kernel/transpose/small_divisor.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// An element of a tile by its matrix, row and column of the input.
struct fitted_element {
  int b, i, j;
};

/// A shape, and three numberings of its elements: in the input's order, in the output's order, and in the tile.
struct fitted_layout : fitted_shape {
  small_divisor by_columns, by_rows;

  explicit fitted_layout(const fitted_problem& of) : fitted_shape(of), by_columns(columns), by_rows(rows) {}

  /// Element n in the order of the input, row by row.
  [[nodiscard]] GRIDFOLD_HD fitted_element of_input(int n) const
  {
    const int row = by_columns.quotient(n), b = by_rows.quotient(row);
    return {b, row - b * rows, n - row * columns};
  }
  /// Element n in the order of the output, column by column of the input.
  [[nodiscard]] GRIDFOLD_HD fitted_element of_output(int n) const
  {
    const int column = by_rows.quotient(n), b = by_columns.quotient(column);
    return {b, n - column * rows, column - b * columns};
  }
  /// The place of an element in the tile, before padding.
  [[nodiscard]] GRIDFOLD_HD int number(const fitted_element& at) const { return (at.b * rows + at.i) * pitch + at.j; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
