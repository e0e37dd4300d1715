// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a kernel sees of the thread block that runs it: the words of a kernel text.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/shape.hpp>

namespace gridfold
{

/// A thread of a block: its coordinates, and its rank y * (threads along x) + x.
struct thread {
  int x, y, rank;
};

/// Threads of a warp: 32 consecutive ranks, on every device and on the host.
inline constexpr int warp_threads = 32;

/// The shared_storage of kernels that use no shared memory.
struct nothing_shared {};

/// Names a member of a kernel's shared_storage: `block.shared(member<&shared_storage::tile>{})`.
template <auto Member>
struct member {
};

/// Calls f(0), f(1), ..., f(N - 1): a loop over a thread's items, unrolled on the device. Lanes of a warp that diverge
/// within f reconverge after each call.
template <int N, class F>
GRIDFOLD_HD void unrolled(thread, F f)
{
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int i = 0; i < N; ++i) f(i);
}

/// Calls f(i, j) for 0 <= i < Rows and 0 <= j < Columns, j fastest, likewise.
template <int Rows, int Columns, class F>
GRIDFOLD_HD void unrolled(thread, F f)
{
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int i = 0; i < Rows; ++i) {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < Columns; ++j) f(i, j);
  }
}

/// Calls f(i) for first <= i < last, `By` calls to a turn of the loop on the device, the remainder first.
template <int By, class F>
GRIDFOLD_HD void unrolled_by(thread, int first, int last, F f)
{
  const int rest = first < last ? (last - first) % By : 0;
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int n = 0; n < By - 1; ++n)
    if (n < rest) f(first + n);
  for (first += rest; first < last; first += By) {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int n = 0; n < By; ++n) f(first + n);
  }
}

/// A block of threads, as executors hand it to a kernel.
///   B::threads                  how many threads it has
///   index()                     which block of the grid it is
///   each_thread(f)              f(thread) for every thread, then a barrier
///   first_thread(f)             f(thread) for the first thread alone, then a barrier
///   per_thread<T>()             a T for every thread, which lives across barriers: values[thread]
///   shared(member<&S::m>{})     member m of the kernel's shared_storage S
///   warp_reduce(values, f)    f(a, b) on pairs of per_thread values of a warp, in one tree on every executor, until
///                               the warp's first thread holds all; no barrier before or after
///   wait_for_previous_launch()      waits for the launch before, see launch_order
///   lanes<T, Items, Widest>     the type in which a thread computes several of its Items at once: as many as fit a
///                               register in type Widest too
/// Kernels that use a part of this run on blocks that have that part.
template <class B>
concept thread_block = requires(B& block, void (*each)(thread))
{
  {
    B::threads
    } -> std::convertible_to<int>;
  {
    block.index()
    } -> std::same_as<index3>;
  block.each_thread(each);
  block.first_thread(each);
  block.template per_thread<float>()[thread{0, 0, 0}];
  block.wait_for_previous_launch();
  typename B::template lanes<float, 1, float>;
};

}  // namespace gridfold
