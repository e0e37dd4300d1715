// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The part of the input that a block with a fitted tile owns, and the vectors that cover it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/kernel/transpose/fitted_shape.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Vector: number of elements that are loaded together, a power of two.
template <int Vector>
struct fitted_part {
  std::int64_t batch, row, column;  ///< the first batch, row and column; rows before the matrix do not exist
  int batches, low, high, columns;  ///< numbers of matrices and columns; rows [low, high) exist
  bool has_all_rows;                ///< whether all rows of the tile exist
  std::int64_t place;               ///< offset of the first existing element in the input's memory
  int pieces, length;               ///< number of contiguous pieces of the input, and elements of each
  int shift = 0;                    ///< the place of the first element in the tile
  int vectors = 0;                  ///< that the block loads
  bool is_inside = false;           ///< whether all pieces lie in the input's memory

  /// \param in the input, a view::matrix, and the distance between its rows in elements
  template <class Matrix>
  GRIDFOLD_HD fitted_part(index3 block, const fitted_shape& shape, const Matrix& in, std::int64_t pitch,
                          bool by_vectors)
      : batch(block.z * shape.batches),
        row(block.y * (shape.rows - shape.slack) - shape.slack),
        column(block.x * shape.columns),
        batches(least(in.batches() - batch, shape.batches)),
        low(row < 0 ? static_cast<int>(-row) : 0),
        high(least(in.rows() - row, shape.rows)),
        columns(least(in.columns() - column, shape.columns)),
        has_all_rows(low == 0 && high == shape.rows),
        place(in.place(batch, row + low, column)),
        pieces(shape.vectors > 0 ? high - low : 1),
        length(shape.vectors > 0 ? columns : batches * (high - low) * columns)
  {
    if (!by_vectors) return;
    const int past = in.past_multiple(place, Vector);
    const std::int64_t end = place + (pieces - 1) * pitch + length;
    shift = past_vector(past - low * shape.pitch);
    vectors = shape.vectors > 0 ? pieces * shape.vectors : (past + length + Vector - 1) / Vector;
    is_inside = place >= past && end + past_vector(-in.past_multiple(end, Vector)) <= in.span();
  }

  /// The remainder of n modulo Vector.
  static GRIDFOLD_HD int past_vector(int n) { return n & (Vector - 1); }
  [[nodiscard]] GRIDFOLD_HD bool contains(int i) const { return i >= low && i < high; }

 private:
  static GRIDFOLD_HD int least(std::int64_t a, int b) { return a < b ? static_cast<int>(a) : b; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
