// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which part of a matrix, or how many matrices, a fitted tile holds, and how its elements are numbered.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/kernel/transpose/small_divisor.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The quantities that determine the shape of a fitted tile.
struct fitted_problem {
  std::int64_t batches, rows, columns;  ///< of the input
  int items;                            ///< the capacity of the tile, in elements
  int vector;                           ///< elements that are loaded together
  bool is_adjacent;                     ///< whether each row of the input follows the one before without a gap
  int shift;                            ///< the most elements by which a row begins after a multiple of `vector`
  int remainder;                        ///< the distance between rows of the input in elements, modulo `vector`
  int sector;                           ///< tiles divide rows of the output at multiples of this many elements
  int slack;                            ///< sector - 1 if some row of the output is not aligned to a sector, else 0
  int line;                             ///< elements of a cache line, or two vectors
};

/// The part of the input that a fitted tile holds: several matrices; all rows and some columns; all columns and some
/// rows; or some of both. The first of these that fits is taken. The tiles of a matrix have about equal sizes.
struct fitted_shape {
  int batches = 1, rows, columns;
  bool has_all_rows = true;
  int slack = 0;    ///< number of the tile's first rows that the tile above has, too
  int vectors = 0;  ///< vectors that cover a row of the tile; 0 if the tile is one piece of the input
  int pitch;        ///< elements between the beginnings of neighbouring rows of the tile

  explicit fitted_shape(const fitted_problem& of)
  {
    const std::int64_t least_rows = of.slack + 2 * of.sector, least_columns = 4 * of.vector;
    // Neighbouring tiles both read their common edge. Divide the dimension in which the tile can be longer, so that
    // there are fewer edges.
    const bool fit_more_columns = of.items / of.rows >= of.items / of.columns - of.slack;
    // If rows have gaps, several matrices are loaded by elements, but the rows of one matrix by vectors.
    const std::int64_t most = of.is_adjacent ? of.items : of.items / 2;
    if (of.rows <= most && of.columns <= most && of.rows * of.columns <= most) {
      rows = static_cast<int>(of.rows);
      columns = pitch = static_cast<int>(of.columns);
      batches = static_cast<int>(std::min<std::int64_t>(of.items / (rows * columns), of.batches));
    } else if (of.rows <= of.items / least_columns && fit_more_columns) {
      rows = static_cast<int>(of.rows);
      divide_columns(of, of.items / rows);
    } else if (of.is_adjacent && of.columns <= of.items / least_rows) {
      columns = pitch = static_cast<int>(of.columns);
      divide_rows(of);
    } else {
      divide_columns(of, std::clamp(of.items / static_cast<int>(least_rows), 2 * of.vector,
                                    of.line + (of.shift > 0 ? of.vector : 0) + of.remainder));
      divide_rows(of);
    }
  }

 private:
  void divide_columns(const fitted_problem& of, int most_pitch)
  {
    const int most = (most_pitch - of.remainder) / of.vector * of.vector - of.shift;
    columns = static_cast<int>(ceil_div(of.columns, ceil_div(of.columns, std::int64_t{most})));
    if (of.shift == 0) columns = ceil_div(columns, of.vector) * of.vector;
    vectors = ceil_div(columns + of.shift, of.vector);
    // Equal to the input's modulo `vector`, so that vectors stay vectors.
    pitch = vectors * of.vector + of.remainder;
  }
  void divide_rows(const fitted_problem& of)
  {
    has_all_rows = false;
    slack = of.slack;
    const int most = (of.items / pitch - slack) / of.sector * of.sector;
    const int own = static_cast<int>(ceil_div(of.rows + slack, ceil_div(of.rows + slack, std::int64_t{most})));
    rows = ceil_div(own, of.sector) * of.sector + slack;
  }
};

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
