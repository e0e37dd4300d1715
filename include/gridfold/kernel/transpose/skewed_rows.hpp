// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The layout of a tile whose rows are loaded by aligned vectors.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A tile in shared memory: rows of `Columns` elements, made of the vectors of `Vector` elements that cover a part of
/// each matrix row. The part begins at element `shift(i)` of tile row i. The shift changes with the matrix's pitch from
/// row to row and repeats after some rows. After each such period, but at least `Word` rows, one vector of padding
/// follows. So threads that read down a column, `Word` rows each, access different banks if the shifts differ, and at
/// least eight banks if they are equal.
///
/// Columns: a multiple of Vector. Vector, Word: powers of two.
template <int Columns, int Vector, int Word>
class skewed_rows {
  static constexpr int log2(int power)
  {
    int exponent = 0;
    while ((1 << exponent) < power) ++exponent;
    return exponent;
  }
  static constexpr int mask = Vector - 1;
  static_assert((Vector & mask) == 0 && Columns % Vector == 0 && (Word & (Word - 1)) == 0);

 public:
  /// The elements that `rows` rows occupy, for any pitch.
  static constexpr int span(int rows) { return rows * Columns + ((rows - 1) >> log2(Word)) * Vector; }

  /// \param pitch the distance between rows of the matrix, in elements
  explicit skewed_rows(std::int64_t pitch)
      : pitch_(static_cast<int>(pitch & mask)), skew_(log2(std::max(Word, Vector / std::gcd(Vector, pitch_))))
  {
  }

  /// The place of the first vector of row i.
  [[nodiscard]] GRIDFOLD_HD int row(int i) const { return i * Columns + (i >> skew_) * Vector; }
  /// The number of elements in row i before its part.
  [[nodiscard]] GRIDFOLD_HD int shift(int i, int shift_of_row_0) const { return (shift_of_row_0 + i * pitch_) & mask; }

 private:
  int pitch_, skew_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
