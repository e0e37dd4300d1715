// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The thread block as a kernel sees it: threads, and the operations that a block offers.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The coordinates of a thread in its block, and its rank: y * (threads along x) + x.
struct thread {
  int x, y, rank;
};

/// A thread as a block passes it to functions. Functions with loops over items take `auto t`; functions that only read
/// coordinates take `thread t`. An executor may pass a type of its own, derived from `thread` and with a member `loop`.
struct running_thread : thread {
  /// The hook of a loop with body F: does nothing.
  struct untraced_loop {
    GRIDFOLD_HD void end_iteration() const {}
    GRIDFOLD_HD void leave() const {}
  };
  template <class F>
  GRIDFOLD_HD untraced_loop loop() const
  {
    return {};
  }
};

/// Threads of a warp: 32 consecutive ranks, on every device and on the host.
inline constexpr int warp_threads = 32;

/// The shared_storage of kernels that use no shared memory.
struct nothing_shared {};

/// Selects a member of a kernel's shared_storage: `block.shared(member<&shared_storage::tile>{})`.
template <auto Member>
struct member {
};

namespace detail
{

/// The hook of a loop with body F. Refuses a plain `thread`, which in a trace has lost the trace's members by slicing.
template <class F, class Thread>
GRIDFOLD_HD auto begin_loop(const Thread& t)
{
  static_assert(
      !std::is_same_v<Thread, thread>,
      "gridfold: a loop over items gets a thread's coordinates alone (a trace cannot see from them where lanes "
      "reconverge): take the thread that the block hands out by `auto t`, not by `thread t`");
  if constexpr (!std::is_same_v<Thread, thread>) return t.template loop<F>();
}

}  // namespace detail

/// Calls f(0), f(1), ..., f(N - 1): a loop over a thread's items, unrolled on the device. Lanes of a warp that diverge
/// within f reconverge after each call.
template <int N, class F>
GRIDFOLD_HD void unrolled(auto t, F f)
{
  auto&& loop = detail::begin_loop<F>(t);
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int i = 0; i < N; ++i) {
    f(i);
    loop.end_iteration();
  }
}

/// Like unrolled<N>, but without unrolling the machine code: for an f of many instructions.
template <int N, class F>
GRIDFOLD_HD void rolled(auto t, F f)
{
  auto&& loop = detail::begin_loop<F>(t);
  GRIDFOLD_UNROLL_BY(1)
  for (int i = 0; i < N; ++i) {
    f(i);
    loop.end_iteration();
  }
}

/// Calls f(i, j) for 0 <= i < Rows and 0 <= j < Columns, j fastest, unrolled on the device. Lanes of a warp that
/// diverge within f reconverge after each call.
template <int Rows, int Columns, class F>
GRIDFOLD_HD void unrolled(auto t, F f)
{
  auto&& loop = detail::begin_loop<F>(t);
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int i = 0; i < Rows; ++i) {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < Columns; ++j) {
      f(i, j);
      loop.end_iteration();
    }
  }
}

/// Calls f(i) for first <= i < last, unrolled by `By` on the device, remainder first; lanes of a warp may have
/// different bounds. Lanes that diverge within f reconverge after each call. Lanes with a shorter remainder skip the
/// last calls of the remainder. All lanes reconverge at the end.
template <int By, class F>
GRIDFOLD_HD void unrolled_by(auto t, int first, int last, F f)
{
  auto&& loop = detail::begin_loop<F>(t);
  const int rest = first < last ? (last - first) % By : 0;
  GRIDFOLD_UNROLL_ON_DEVICE
  for (int n = 0; n < By - 1; ++n) {
    if (n < rest) f(first + n);
    loop.end_iteration();
  }
  GRIDFOLD_UNROLL_BY(1)
  for (first += rest; first < last; first += By) {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int n = 0; n < By; ++n) {
      f(first + n);
      loop.end_iteration();
    }
  }
  loop.leave();
}

/// Calls f(i) for first <= i <= last; lanes of a warp may have different bounds. Lanes that diverge within f reconverge
/// after each call, and all at the end.
template <class Number, class F>
GRIDFOLD_HD void each_from_to(auto t, Number first, Number last, F f)
{
  auto&& loop = detail::begin_loop<F>(t);
  for (Number i = first; i <= last; ++i) {
    f(i);
    loop.end_iteration();
  }
  loop.leave();
}

/// A block of threads, passed to a kernel by an executor:
///   B::threads                  the number of its threads
///   index()                     its index in the grid
///   each_thread(f)              calls f(running_thread) for every thread, then a barrier
///   first_thread(f)             calls f(running_thread) for the first thread, then a barrier
///   per_thread<T>()             one T per thread, which lives across barriers (on the device in registers); values[t]
///                               is that of thread t
///   shared(member<&S::m>{})     member m of the kernel's shared_storage S
///   warp_reduce(values, f)      combines the per_thread values of each warp into its first thread's, by f(a, b) on
///                               pairs in an order that is fixed for all executors; no barrier before or after
///   append<T>(to, size, offer)  calls offer(thread, element) for every thread and writes the elements, of type T, for
///                               which it returns true to to[size], to[size + 1], ... in the order of ranks; returns
///                               the new size to every thread, after a barrier (by a ballot per warp). It writes only
///                               these elements, so the list needs room for no others
///   append_by_warp<T>(to, room, sizes, offer)  likewise, but each warp has its own list. Warp w's list begins at
///                               to[w * room]; the per_thread value sizes[t] is the size of the list of t's warp. A
///                               barrier of the warp follows
///   copy_async<N>(to, from, offset, valid)  called by a thread: starts to copy N neighbours, up to 16 bytes, or an
///                               element of several times 16 bytes, from the element at `offset` of view `from` in
///                               global memory to `to` in shared memory, or zeros if not valid; both are aligned to
///                               vectors of N, or of 16 bytes
///   each_thread_awaiting<InFlight>(f)  like each_thread; the copies that f starts are a stage. Before the barrier,
///                               waits until all stages but the newest InFlight have arrived
///   wait_for_previous_launch()  waits for the preceding launch of the call, see launch_order
///   lanes<T, Items, Widest>     T, or a SIMD pack of n Ts: n divides Items, and n of Widest fit a register
/// A kernel can run on any block that has the members it uses.
template <class B>
concept thread_block = requires(B& block, void (*each)(running_thread))
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

}  // namespace gridfold::inline GRIDFOLD_ABI
