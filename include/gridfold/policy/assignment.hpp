// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Assignment: which items of a block a thread takes. All are maps (thread, item of that thread) -> item of the block;
/// a user's own assignment is any type with the same static `index` and `name`.
#pragma once

#include <concepts>
#include <gridfold/config.hpp>
#include <string>

namespace gridfold
{

/// Neighbouring items go to one thread: item m of thread t is t*items + m. A warp's accesses lie `items` apart.
/// CUB says blocked. Source: notes 000, Fig. 18.8.
struct contiguous {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int /*threads*/, int items)
  {
    return thread * items + item;
  }
  static std::string name() { return "contiguous"; }
};

/// Neighbouring items go to neighbouring threads: item m of thread t is m*threads + t. A warp's accesses are adjacent.
/// CUB says striped. Source: notes 000, Figs. 18.9 and 18.10.
struct interleaved {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return item * threads + thread;
  }
  static std::string name() { return "interleaved"; }
};

/// Groups of `Width` neighbouring items go to neighbouring threads, which move a group as one word of up to 16 bytes
/// where it is aligned to its size: interleaved words, as CUB's "vectorised". Where a thread has no whole groups it is
/// `interleaved`. Source: notes 002 (words of 32, 64 and 128 bits).
template <int Width>
struct grouped {
  static_assert(
      Width >= 2 && Width <= 16 && (Width & (Width - 1)) == 0,
      "gridfold: a group is no word (Width is not 2, 4, 8 or 16 items): choose a power of two, or interleaved");
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    const int width = items % Width == 0 ? Width : 1;
    return (item / width * threads + thread) * width + item % width;
  }
  static std::string name() { return "grouped:" + std::to_string(Width); }
};

/// How many neighbouring items a thread moves as one word.
template <class A>
inline constexpr int word_items = 1;
template <int Width>
inline constexpr int word_items<grouped<Width>> = Width;

/// A type that maps (thread, item, threads, items) to an item of the block, one-to-one onto [0, threads*items).
template <class A>
concept assignment =
    std::same_as<decltype(A::index(0, 0, 1, 1)), int> && std::convertible_to<decltype(A::name()), std::string>;

/// True where two assignments are the same map for this many threads and items and move the same words, hence the same
/// kernel.
template <assignment A, assignment B>
constexpr bool same_assignment(int threads, int items)
{
  bool same = word_items<A> == word_items<B>;
  for (int t = 0; t < threads; ++t)
    for (int m = 0; m < items; ++m)
      same = same && A::index(t, m, threads, items) == B::index(t, m, threads, items);
  return same;
}

}  // namespace gridfold
