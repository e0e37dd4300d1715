// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What every executor tells a kernel text about who is running.
///
/// A kernel is a struct with its arguments as members, the types `variant` and `shared_storage` (what a block keeps in
/// shared memory), and a template call operator that takes a block. With a static `shared_at_launch` that is true the
/// device takes shared_storage from the memory that a launch asks for, else from what the compiler lays out. A block
/// has
///   index()                 which block of the grid this is, as a shape3 from zero
///   each_thread(f)          f(thread) for every thread, then a barrier
///   first_thread(f)         f(thread) for the first thread alone, then a barrier
///   combine_warps(p, f)     f(a, b) on pairs of per_thread values of a warp, in a tree that is the same everywhere,
///                           until those of its first thread hold all; no barrier before or after
///   per_thread<T>()         a T for every thread that lives across barriers: p[thread]
///   shared()                the block's shared_storage
///   await_earlier_launch()  see launch_order
///   lanes<T, Items, Widest> the type in which a thread computes several of its Items at once, as many as fit a
///   register
///                           in type Widest too
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>
#include <gridfold/lattice.hpp>

namespace gridfold
{

/// A thread of a block: its coordinates and its rank y*X + x.
struct thread {
  int x, y, rank;
};

/// Threads that a warp has on every device; the host keeps to the same groups.
inline constexpr int warp_threads = 32;

/// Where a launch stands among those that a verb makes of one kernel in a row. A kernel with a member `order` of this
/// type lets them overlap on the device: a launch that precedes another lets that one start where blocks of its own have
/// ended, and one that follows another calls block.await_earlier_launch() before it touches what launches write.
struct launch_order {
  bool follows = false, precedes = false;
};

/// For kernels that share nothing.
struct nothing_shared {};

/// The coordinates of block number `rank` in a grid of this shape, x fastest.
GRIDFOLD_HD shape3 block_at(std::int64_t rank, shape3 grid)
{
  const std::int64_t row = rank / grid.x;
  return {rank - row * grid.x, row % grid.y, row / grid.y};
}

/// How many pieces of `piece` cover `whole`.
GRIDFOLD_HD constexpr std::int64_t pieces(std::int64_t whole, std::int64_t piece)
{
  return whole / piece + (whole % piece > 0 ? 1 : 0);
}

}  // namespace gridfold
