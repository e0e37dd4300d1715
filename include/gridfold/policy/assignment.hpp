// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Assignment: which items of a block a thread takes. All are maps (thread, item of that thread) -> item of the block;
/// a user's own assignment is any type with the same static `index` and `name`.
#pragma once

#include <concepts>
#include <gridfold/config.hpp>
#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// Neighbouring items go to one thread: item m of thread t is t*items + m. A warp's accesses lie `items` apart.
/// CUB says blocked. Source: notes 000, Fig. 18.8.
struct contiguous {
  using axis = axis::assignment;
  static constexpr GRIDFOLD_HD int index(int thread, int item, int /*threads*/, int items)
  {
    return thread * items + item;
  }
  static std::string name() { return "contiguous"; }
};

/// Neighbouring items go to neighbouring threads: item m of thread t is m*threads + t. A warp's accesses are adjacent.
/// CUB says striped. Source: notes 000, Figs. 18.9 and 18.10.
struct interleaved {
  using axis = axis::assignment;
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return item * threads + thread;
  }
  static std::string name() { return "interleaved"; }
};

/// A type that maps (thread, item, threads, items) to an item of the block, one-to-one onto [0, threads*items).
template <class A>
concept assignment =
    std::same_as<decltype(A::index(0, 0, 1, 1)), int> && std::convertible_to<decltype(A::name()), std::string>;

/// An assignment of vectors of `Width` items: vectors go to threads as A says, and a thread takes all items of a
/// vector.
template <class A, int Width>
struct vector_assignment {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    const int width = items % Width == 0 ? Width : 1;
    return A::index(thread, item / width, threads, items / width) * width + item % width;
  }
};

/// True where two assignments are the same map for this many threads and items, hence the same kernel.
template <class A, class B>
constexpr bool same_assignment(int threads, int items)
{
  bool same = true;
  for (int t = 0; t < threads; ++t)
    for (int m = 0; m < items; ++m) same = same && A::index(t, m, threads, items) == B::index(t, m, threads, items);
  return same;
}

}  // namespace gridfold
