// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Assignment: which items of a block a thread computes, as a map from (thread, item of that thread) to an item of the
/// block. An assignment of your own is any type with a static constexpr `index` that is one-to-one for the blocks it is
/// used with, and a static constexpr `name` (a gridfold::fixed_text).
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A thread's items are neighbours: item m of thread t is t*items + m, and a warp's accesses are `items` elements apart
/// (blocked, in CUB's words). Source: Kirk, Hwu and El Hajj, 4th ed., Fig. 18.8.
struct contiguous {
  using axis = axis::assignment;
  static constexpr GRIDFOLD_HD int index(int thread, int item, int /*threads*/, int items)
  {
    return thread * items + item;
  }
  static constexpr fixed_text name() { return "contiguous"; }
};

/// A warp's accesses are adjacent: item m of thread t is m*threads + t (striped, in CUB's words). Source: Kirk, Hwu and
/// El Hajj, 4th ed., Figs. 18.9 and 18.10.
struct interleaved {
  using axis = axis::assignment;
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return item * threads + thread;
  }
  static constexpr fixed_text name() { return "interleaved"; }
};

/// An assignment: a type that maps (thread, item, threads, items) to an item of the block by a constexpr function.
template <class A>
concept assignment = std::same_as<decltype(A::index(0, 0, 1, 1)), int> &&
    std::convertible_to<decltype(A::name()), fixed_text> && requires
{
  typename std::integral_constant<int, A::index(0, 0, 1, 1)>;
};

/// Assigns vectors of `Width` neighbouring items by A; a thread computes all items of a vector.
template <class A, int Width>
struct vector_assignment {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    const int width = items % Width == 0 ? Width : 1;
    return A::index(thread, item / width, threads, items / width) * width + item % width;
  }
};

namespace detail
{

template <class A, int Threads, int Items>
constexpr bool owns_each_once()
{
  constexpr int looked_at = Threads >= 8192 ? 1 : 8192 / Threads;
  bool owned[static_cast<std::size_t>(Threads) * Items] = {};
  for (int m = 0; m < Items && m < looked_at; ++m)
    for (int t = 0; t < Threads; ++t) {
      const int item = A::index(t, m, Threads, Items);
      if (item < 0 || item >= Threads * Items || owned[item]) return false;
      owned[item] = true;
    }
  return true;
}

}  // namespace detail

/// Whether each item of a block of Threads with Items each belongs to exactly one thread. In blocks of more than 8,192
/// items it checks only the first items of each thread.
template <class A, int Threads, int Items>
inline constexpr bool is_one_to_one = detail::owns_each_once<A, Threads, Items>();
// The library's assignments are one-to-one for all blocks; skipping the check saves compile time.
template <int Threads, int Items>
inline constexpr bool is_one_to_one<contiguous, Threads, Items> = true;
template <int Threads, int Items>
inline constexpr bool is_one_to_one<interleaved, Threads, Items> = true;
template <class A, int Width, int Threads, int Items>
inline constexpr bool is_one_to_one<vector_assignment<A, Width>, Threads, Items> =
    is_one_to_one<A, Threads, Items % Width == 0 ? Items / Width : Items>;

namespace detail
{

/// The compile-time error of an assignment that is not one-to-one.
template <bool OneToOne, class Of>
struct one_to_one_assignment {
  static_assert(OneToOne,
                "gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, "
                "or none): give an index that maps its threads and items onto [0, threads*items)");
  static constexpr bool checked = true;
};

}  // namespace detail

/// Maps a thread's item `item` to an item of the block. Assignments that are not one-to-one are compile-time errors.
template <class A, int Threads, int Items>
GRIDFOLD_HD constexpr int item_of(int thread, int item)
{
  static_assert(detail::one_to_one_assignment<is_one_to_one<A, Threads, Items>, A>::checked);
  return A::index(thread, item, Threads, Items);
}

namespace policy
{

/// Whether a variant's assignment is one-to-one; if it is not, Explain reports a compile-time error.
template <bool Explain, bool OneToOne, class V>
constexpr bool check_assignment()
{
  constexpr bool passes = OneToOne || !Explain;
  static_assert(detail::one_to_one_assignment<passes, V>::checked);
  return OneToOne;
}

}  // namespace policy

namespace policy
{

/// Whether an assignment is one-to-one for a block's threads in a line, with coarsening::x items each.
template <class A, class Block, class Coarsening>
inline constexpr bool deals_line = is_one_to_one<A, Block::threads, Coarsening::x>;

/// Whether an assignment is one-to-one for a block's threads along x, and for its first Rows rows of threads along y.
template <class A, class Block, class Coarsening, int Rows = Block::y>
inline constexpr bool deals_rectangle =
    is_one_to_one<A, Block::x, Coarsening::x>&& is_one_to_one<A, Rows, Coarsening::y>;

/// Whether a thread's last item is known to be its highest in the block, for every thread. A user's assignment is
/// checked for blocks of up to 8,192 items.
template <class A, int Threads, int Items>
inline constexpr bool ends_with_highest = [] {
  if (Threads * Items > 8192) return false;
  for (int t = 0; t < Threads; ++t)
    for (int m = 0; m < Items - 1; ++m)
      if (A::index(t, m, Threads, Items) > A::index(t, Items - 1, Threads, Items)) return false;
  return true;
}();
template <int Threads, int Items>
inline constexpr bool ends_with_highest<contiguous, Threads, Items> = true;
template <int Threads, int Items>
inline constexpr bool ends_with_highest<interleaved, Threads, Items> = true;
template <class A, int Width, int Threads, int Items>
inline constexpr bool ends_with_highest<vector_assignment<A, Width>, Threads, Items> =
    ends_with_highest<A, Threads, Items % Width == 0 ? Items / Width : Items>;

/// The largest N that divides Items such that each thread's items, N at a time, are neighbours in the block, from a
/// multiple of N on: a vector of N elements holds them.
template <class A, int Threads, int Items>
inline constexpr int neighbours = [] {
  const auto are_neighbours = [](int n) {
    for (int t = 0; t < Threads; ++t)
      for (int m = 0; m < Items; ++m) {
        const int first = A::index(t, m - m % n, Threads, Items);
        if (first % n != 0 || A::index(t, m, Threads, Items) != first + m % n) return false;
      }
    return true;
  };
  int n = Items;
  while (Items % n != 0 || !are_neighbours(n)) --n;
  return n;
}();

/// Whether two assignments are equal maps for this number of threads and items, and hence generate the same kernel.
template <class A, class B>
constexpr bool same_assignment(int threads, int items)
{
  bool same = true;
  for (int t = 0; t < threads; ++t)
    for (int m = 0; m < items; ++m) same = same && A::index(t, m, threads, items) == B::index(t, m, threads, items);
  return same;
}

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
