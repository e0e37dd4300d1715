// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The part of the input that a block of aligned_transpose reads, and the part of the output that a thread writes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The part of the input that a block reads: its own rows, and `slack` rows before them.
template <class Kernel>
struct aligned_part {
  static constexpr int vector = Kernel::vector, rows = Kernel::rows;

  std::int64_t batch, row, column;
  int low, high;             ///< rows [low, high) exist
  int columns_here;          ///< number of columns that exist
  int vectors;               ///< number of vectors that cover a row's part, for any shift
  std::int64_t first_place;  ///< offset of the part's first element in the input's memory
  int shift;                 ///< of row 0, in elements
  bool has_vectors;          ///< whether all vectors that cover the part lie in the matrix
  bool is_whole;             ///< whether all rows exist

  GRIDFOLD_HD aligned_part(index3 at, const Kernel& of)
      : batch(at.z),
        row(at.y * rows - of.slack),
        column(at.x * of.columns_owned),
        low(row < 0 ? static_cast<int>(-row) : 0),
        high(least(of.in.rows() - row, rows + of.slack)),
        columns_here(least(of.in.columns() - column, of.columns_owned)),
        vectors((columns_here + (of.is_aligned ? 0 : vector - 1) + vector - 1) / vector),
        first_place(of.in.place(batch, row + low, column)),
        shift(of.loads_vectors ? of.tile_rows.shift(-low, of.in.past_multiple(first_place, vector)) : 0),
        has_vectors(of.loads_vectors && (of.is_aligned || first_place >= vector) &&
                    first_place + (high - 1 - low) * of.in_pitch() + vectors * vector <= of.in.span()),
        is_whole(low == 0 && high == rows + of.slack)
  {
  }
  static GRIDFOLD_HD int least(std::int64_t a, int b) { return a < b ? static_cast<int>(a) : b; }
  [[nodiscard]] GRIDFOLD_HD bool contains(int i) const { return i >= low && i < high; }
  [[nodiscard]] GRIDFOLD_HD int nearest(int i) const
  {
    const int below = i < high - 1 ? i : high - 1;
    return below > low ? below : low;
  }
};

/// A thread's work in one phase: a part of the output rows begin, begin + down * phases, ... These rows have one
/// alignment within their sectors, so their elements lie in the same rows of the tile.
template <class Kernel>
struct aligned_share {
  static constexpr int across = Kernel::across, runs = Kernel::runs, rows = Kernel::rows, word = Kernel::word;

  int rank, begin, first_row;

  GRIDFOLD_HD aligned_share(const aligned_part<Kernel>& at, thread t, int phase, const Kernel& of)
      : rank(static_cast<int>(static_cast<unsigned>(t.rank) % across)),
        begin(Kernel::threads % across == 0 || t.rank < across * Kernel::down
                  ? static_cast<int>(static_cast<unsigned>(t.rank) / across) + phase * Kernel::down
                  : of.columns_owned),
        first_row(of.slack > 0 && begin < at.columns_here
                      ? of.slack - of.out.past_multiple(at.batch, at.column + begin, Kernel::sector)
                      : 0)
  {
  }
  /// The row of the tile in which vector r begins; whether the whole vector exists; whether its element e exists.
  [[nodiscard]] GRIDFOLD_HD int row(int r) const { return first_row + (r * across + rank) * word; }
  [[nodiscard]] GRIDFOLD_HD bool has_word(const aligned_part<Kernel>& at, int r) const
  {
    return in_tile(r, word - 1) && row(r) >= at.low && row(r) + word <= at.high;
  }
  [[nodiscard]] GRIDFOLD_HD bool has_element(const aligned_part<Kernel>& at, int r, int e) const
  {
    return in_tile(r, e) && at.contains(row(r) + e);
  }

 private:
  [[nodiscard]] GRIDFOLD_HD bool in_tile(int r, int e) const
  {
    return runs * across * word == rows || (r * across + rank) * word + e < rows;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
