// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Warp: which threads of a block, by their coordinates, form a warp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A warp consists of whole rows of the block, or of a part of a row, as CUDA numbers threads: in block<16, 8> it is 16
/// x 2 threads. The default.
struct warp_by_rows {
  using axis = axis::warp;
  template <class Block>
  static constexpr bool fills = true;

  /// The coordinates of a thread in the block.
  template <class Block>
  static GRIDFOLD_HD constexpr int x(auto t)
  {
    return t.x;
  }
  template <class Block>
  static GRIDFOLD_HD constexpr int y(auto t)
  {
    return t.y;
  }

  static constexpr fixed_text name() { return "warp_by_rows"; }
};

/// A warp is X by Y neighbouring threads. In each step of a product a warp reads the columns of X threads and the rows
/// of Y threads: fewest elements if X and Y are about equal.
template <int X, int Y>
struct warp {
  static_assert(X >= 1 && Y >= 1 && X * Y == 32,
                "gridfold: a warp<X, Y> does not have 32 threads (every warp has): give two factors of 32");
  using axis = axis::warp;
  /// Whether warps divide a block.
  template <class Block>
  static constexpr bool fills = Block::x % X == 0 && Block::y % Y == 0;

  /// The coordinates of a thread in the block: warps lie row by row, and so do the threads of each.
  template <class Block>
  static GRIDFOLD_HD constexpr int x(auto t)
  {
    return t.rank / threads % (Block::x / X) * X + t.rank % X;
  }
  template <class Block>
  static GRIDFOLD_HD constexpr int y(auto t)
  {
    return t.rank / threads / (Block::x / X) * Y + t.rank % threads / X;
  }

  static constexpr fixed_text name() { return fixed_text("warp:") + X + "x" + Y; }

 private:
  static constexpr int threads = X * Y;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
