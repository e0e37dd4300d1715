// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A tile of a matrix product's operand in shared memory, and two ways to load it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A thread's items for `Steps` steps of the inner dimension.
template <class T, int Items, int Steps>
struct operand_steps {
  T element[Steps][Items];
};

/// `Depth` steps of the inner dimension by `Lines` rows of the left operand, or columns of the right one; step k uses
/// tile[k]. Each tile[k] is padded by 16 bytes, so that neighbouring k are in different banks and 128-bit loads stay
/// aligned. Kept: the type that keeps a T in the tile.
template <class T, int Depth, int Lines, class Kept = T>
struct operand_tile {
  using elements = Kept[Depth][Lines + (16 + sizeof(Kept) - 1) / sizeof(Kept)];

  /// Steps that a thread reads at a time.
  static constexpr int steps_together = 1;

  /// A reference to an element of a tile.
  template <class Tile>
  static GRIDFOLD_HD auto place(Tile&& tile, int step, int line)
  {
    return tile[step] + line;
  }

  /// Loads a thread's share of tile `to`. Neighbouring threads load neighbours along k if AlongK, else neighbouring
  /// lines of one step; choose the dimension in which the operand is contiguous (corner turning; Kirk, Hwu and El Hajj,
  /// 4th ed., Fig. 6.4). Elements beyond `depth` and `lines` are set to zero.
  template <bool AlongK, int Threads, class Elements, class Operand>
  static GRIDFOLD_HD void load(Elements&& to, auto t, std::int64_t depth, std::int64_t lines, const Operand& operand)
  {
    constexpr int items = (Depth * Lines + Threads - 1) / Threads;
    unrolled<items>(t, [&](int m) {
      const int i = interleaved::index(t.rank, m, Threads, items);
      const int k = AlongK ? i % Depth : i / Lines;
      const int line = AlongK ? i / Depth : i % Lines;
      if (i < Depth * Lines)
        to[k][line] = static_cast<Kept>(k < depth && line < lines ? static_cast<T>(operand(k, line)) : T(0));
    });
  }

  /// Reads a thread's items for steps from `first` on; item m is in line index(m). Loads vectors of the thread's
  /// neighbouring lines, `Together` at a time (policy::neighbours).
  template <int Together, int Items, int Steps, class Tile, class Index>
  static GRIDFOLD_HD operand_steps<T, Items, Steps> read(const Tile& tile, int first, const Index& index)
  {
    operand_steps<T, Items, Steps> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int s = 0; s < Steps; ++s) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int m = 0; m < Items; m += Together) {
        const auto neighbours = view::load_neighbours<Kept, Together>(tile[first + s] + index(m));
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < Together; ++e) values.element[s][m + e] = static_cast<T>(neighbours.element[e]);
      }
    }
    return values;
  }
};

/// Like operand_tile, but neighbours in memory are neighbours along k, as in an operand that is contiguous along k, and
/// steps are read in vectors of Width. Lines are an odd number of vectors apart, so that neighbouring lines are in
/// different banks.
template <class T, int Depth, int Lines, int Width>
struct operand_lines {
  static_assert(Depth % Width == 0);
  static constexpr int steps_together = Width;
  using elements = T[Lines][(Depth / Width | 1) * Width];

  template <class Tile>
  static GRIDFOLD_HD auto place(Tile&& tile, int step, int line)
  {
    return tile[line] + step;
  }

  template <int Together, int Items, int Steps, class Tile, class Index>
  static GRIDFOLD_HD operand_steps<T, Items, Steps> read(const Tile& tile, int first, const Index& index)
  {
    operand_steps<T, Items, Steps> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < Items; ++m) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int s = 0; s < Steps; s += Width) {
        const auto neighbours = view::load_neighbours<T, Width>(tile[index(m)] + (first + s));
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < Width; ++e) values.element[s + e][m] = neighbours.element[e];
      }
    }
    return values;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
