// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A tile of a matrix product's operand in shared memory that threads can fill by vectors of lines without bank
/// conflicts.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/kernel/product/operand_tile.hpp>
#include <gridfold/view/vectors.hpp>
#include <numeric>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Like operand_tile, but each step permutes the vectors of lines differently. If an operand is contiguous along k,
/// threads store one line of different steps together; the permutation puts them in different banks.
template <class T, int Depth, int Lines>
struct permuted_tile : operand_tile<T, Depth, Lines> {
  /// Lines per vector: 16 bytes of them, or 1.
  static constexpr int height = [] {
    constexpr int most = sizeof(T) <= 16 ? static_cast<int>(16 / sizeof(T)) : 1;
    return view::fills_words<T, most> && Lines % most == 0 ? most : 1;
  }();

  /// A reference to an element of a tile.
  template <class Tile>
  static GRIDFOLD_HD auto place(Tile&& tile, int step, int line)
  {
    return tile[step] + (line ^ permutation(step));
  }

  /// Reads items as operand_tile::read does.
  template <int Together, int Items, int Steps, class Tile, class Index>
  static GRIDFOLD_HD operand_steps<T, Items, Steps> read(const Tile& tile, int first, const Index& index)
  {
    constexpr int together = within_vector<Together>;
    operand_steps<T, Items, Steps> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int s = 0; s < Steps; ++s) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int m = 0; m < Items; m += together) {
        const auto neighbours =
            view::load_neighbours<T, together>(tile[first + s] + permuted(index(0), index(m) - index(0), first + s));
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < together; ++e) values.element[s][m + e] = neighbours.element[e];
      }
    }
    return values;
  }

 private:
  /// The number of neighbouring lines that a thread reads as a vector, which the permutation keeps together.
  template <int Together>
  static constexpr int within_vector = std::gcd(Together, height);

  /// Vectors that are permuted among each other: at most eight, which cover all banks.
  static constexpr int vectors = [] {
    int count = 1;
    while (count < 8 && Lines / height % (count * 2) == 0) count *= 2;
    return count;
  }();

  static GRIDFOLD_HD int permutation(int step) { return step / height % vectors * height; }

  /// The place of line first + distance. Distances are compile-time constants, and most do not change the permutation,
  /// which is then computed once for all lines of a thread.
  static GRIDFOLD_HD int permuted(int first, int distance, int step)
  {
    return distance % (vectors * height) == 0 ? (first ^ permutation(step)) + distance
                                              : (first + distance) ^ permutation(step);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
