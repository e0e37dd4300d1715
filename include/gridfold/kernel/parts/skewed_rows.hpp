// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a tile keeps rows that were loaded by aligned vectors.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace gridfold::kernel
{

/// Rows of `Columns` elements in shared memory, which hold the vectors of `Vector` elements around a part of each row
/// of a matrix. The part begins in its row at `shift(i)`, which changes from row to row with the matrix's pitch, and
/// repeats after some rows. There, and after `Word` rows at least, one vector is left out. So threads that read down a
/// column, `Word` rows each, access different banks if the shifts differ, and 8 groups of banks if they are equal.
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

 public:
  /// The elements that so many rows take, for any pitch.
  static constexpr int span(int rows) { return rows * Columns + ((rows - 1) >> log2(Word)) * Vector; }

  /// \param pitch elements from one row of the matrix to the next
  explicit skewed_rows(std::int64_t pitch)
      : pitch_(static_cast<int>(pitch & mask)), skew_(log2(std::max(Word, Vector / std::gcd(Vector, pitch_))))
  {
  }

  /// The place of the first vector of row i.
  [[nodiscard]] GRIDFOLD_HD int row(int i) const { return i * Columns + (i >> skew_) * Vector; }
  /// The elements of row i before the part, given those of row 0.
  [[nodiscard]] GRIDFOLD_HD int shift(int i, int of_first) const { return (of_first + i * pitch_) & mask; }

 private:
  int pitch_, skew_;
};

}  // namespace gridfold::kernel
