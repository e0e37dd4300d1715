// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Block: the shape of a thread block.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A block of X by Y threads, x fastest: a warp is 32 consecutive ranks y*X + x. The policy of axis::warp places these
/// threads in the block.
template <int X, int Y = 1>
struct block {
  static_assert(X >= 1 && Y >= 1 && X * Y <= 1024,
                "gridfold: a block has fewer than 1 or more than 1,024 threads (the hardware's limit): choose block<X, "
                "Y> with 1 <= X*Y <= 1024");
  using axis = axis::block;
  static constexpr int x = X, y = Y, threads = X * Y;
  static constexpr fixed_text name() { return fixed_text(X) + "x" + Y; }
};

namespace policy
{

template <class T>
inline constexpr bool is_block_shape = false;
template <int X, int Y>
inline constexpr bool is_block_shape<block<X, Y>> = true;

template <class B>
concept block_shape = is_block_shape<B>;

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
