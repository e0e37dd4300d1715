// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/assignment.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <numeric>
#include <utility>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Whether every item of [0, size), cut into blocks of threads*items, belongs to exactly one (block, thread, item).
template <class Assignment>
constexpr bool is_partition(int size, int threads, int items)
{
  std::vector<int> owners(static_cast<std::size_t>(size), 0);
  const int tile = threads * items;
  for (int block = 0; block * tile < size; ++block)
    for (int t = 0; t < threads; ++t)
      for (int m = 0; m < items; ++m) {
        const int item = block * tile + Assignment::index(t, m, threads, items);
        if (item < block * tile || item >= (block + 1) * tile) return false;
        if (item < size) ++owners[static_cast<std::size_t>(item)];
      }
  for (int n : owners)
    if (n != 1) return false;
  return true;
}

template <class Assignment>
constexpr bool is_partition_everywhere()
{
  for (int threads : {1, 2, 4, 7, 32, 128})
    for (int items : {1, 2, 3, 4, 8, 16})
      for (int size : {1, 2, 31, 257, 1031})
        if (!is_partition<Assignment>(size, threads, items)) return false;
  return true;
}

/// A user-defined assignment: a thread's items run backwards through an interleaved block.
struct backwards {
  static constexpr int index(int thread, int item, int threads, int items)
  {
    return (items - 1 - item) * threads + thread;
  }
  static constexpr gf::fixed_text name() { return "backwards"; }
};

/// A thread's items follow each other from an odd item on.
struct rotated_by_one {
  static constexpr int index(int thread, int item, int threads, int items)
  {
    return (thread * items + item + 1) % (threads * items);
  }
};

/// Gives every thread the items of the first: not one-to-one.
struct everyone_the_same {
  static constexpr int index(int, int item, int, int) { return item; }
};

/// Steps of Step through a block's items, modulo their number: one-to-one if both have no common divisor.
template <int Step>
struct strided {
  static constexpr int index(int thread, int item, int threads, int items)
  {
    return Step * (item * threads + thread) % (threads * items);
  }
  static constexpr gf::fixed_text name() { return "strided"; }
};

template <int Threads, int Items, int... Step>
constexpr bool told_by_divisors(std::integer_sequence<int, Step...>)
{
  return ((gf::is_one_to_one<strided<Step>, Threads, Items> == (std::gcd(Step, Threads * Items) == 1)) && ...);
}

/// Interleaved, but Step beyond the block.
template <int Step>
struct shifted : gf::interleaved {
  static constexpr int index(int thread, int item, int threads, int) { return item * threads + thread + Step; }
};

/// Interleaved, but thread Thread has its first and last item in each other's place.
template <int Thread>
struct swapped_in {
  static constexpr int index(int thread, int item, int threads, int items)
  {
    const bool ends = thread == Thread && (item == 0 || item == items - 1);
    return gf::interleaved::index(thread, ends ? items - 1 - item : item, threads, items);
  }
  static constexpr gf::fixed_text name() { return "swapped"; }
};

/// Whether is_one_to_one of vectors of Width is what their items are, for each Step.
template <int Width, int Threads, int Items, int... Step>
constexpr bool told_by_items(std::integer_sequence<int, Step...>)
{
  return ((gf::is_one_to_one<gf::vector_assignment<strided<Step>, Width>, Threads, Items> ==
           is_partition<gf::vector_assignment<strided<Step>, Width>>(Threads * Items, Threads, Items)) &&
          ...);
}

/// Whether ends_with_highest is what the items of every thread are.
template <class A, int Threads, int Items>
constexpr bool told_by_last_items()
{
  bool highest = true;
  for (int t = 0; t < Threads; ++t)
    for (int m = 0; m < Items; ++m)
      highest = highest && A::index(t, m, Threads, Items) <= A::index(t, Items - 1, Threads, Items);
  return gf::policy::ends_with_highest<A, Threads, Items> == highest;
}

}  // namespace

TEST_CASE("every assignment gives each item to exactly one thread")
{
  static_assert(is_partition<gf::contiguous>(257, 32, 4));
  static_assert(is_partition<gf::interleaved>(257, 32, 4));
  CHECK(is_partition_everywhere<gf::contiguous>());
  CHECK(is_partition_everywhere<gf::interleaved>());
  CHECK(is_partition_everywhere<backwards>());
  CHECK(is_partition_everywhere<gf::vector_assignment<gf::interleaved, 4>>());
  CHECK_FALSE(is_partition<everyone_the_same>(64, 32, 2));
}

TEST_CASE("is_one_to_one is correct for any block")
{
  using steps = std::make_integer_sequence<int, 40>;
  static_assert(told_by_divisors<1, 1>(steps()));
  static_assert(told_by_divisors<7, 1>(steps()));
  static_assert(told_by_divisors<1, 12>(steps()));
  static_assert(told_by_divisors<32, 3>(steps()));
  static_assert(told_by_divisors<5, 21>(steps()));
  static_assert(told_by_divisors<1024, 8>(std::integer_sequence<int, 1, 2, 3>()));
  static_assert(told_by_divisors<1024, 64>(std::integer_sequence<int, 1, 3>()));
  static_assert(!gf::is_one_to_one<strided<0>, 1024, 64>);
  static_assert(!gf::is_one_to_one<shifted<1>, 32, 4> && !gf::is_one_to_one<shifted<-1>, 32, 4>);
  static_assert(gf::is_one_to_one<backwards, 7, 5> && gf::is_one_to_one<shifted<0>, 7, 5>);
}

TEST_CASE("vectors are one-to-one if their assignment deals so many vectors to one thread each")
{
  using steps = std::make_integer_sequence<int, 14>;
  static_assert(told_by_items<2, 3, 2>(steps()) && told_by_items<2, 2, 3>(steps()));
  static_assert(told_by_items<2, 5, 4>(steps()) && told_by_items<4, 3, 6>(steps()) && told_by_items<1, 4, 3>(steps()));
}

TEST_CASE("ends_with_highest is correct for any block of up to 8,192 items")
{
  static_assert(told_by_last_items<gf::contiguous, 7, 5>() && told_by_last_items<gf::interleaved, 7, 5>());
  static_assert(told_by_last_items<backwards, 7, 5>() && told_by_last_items<backwards, 7, 1>());
  static_assert(told_by_last_items<swapped_in<0>, 4, 3>() && told_by_last_items<swapped_in<3>, 4, 2>());
  static_assert(told_by_last_items<shifted<0>, 1, 2>() && told_by_last_items<strided<3>, 5, 4>());
  static_assert(told_by_last_items<gf::vector_assignment<shifted<0>, 2>, 3, 4>());
  static_assert(told_by_last_items<gf::vector_assignment<backwards, 4>, 3, 4>());
  static_assert(told_by_last_items<gf::vector_assignment<backwards, 4>, 3, 6>());
  static_assert(told_by_last_items<gf::vector_assignment<backwards, 2>, 3, 4>());
  static_assert(gf::policy::ends_with_highest<shifted<0>, 1024, 8>);
  static_assert(!gf::policy::ends_with_highest<shifted<0>, 1024, 9>);  // not found out
}

TEST_CASE("contiguous items are neighbours of one thread, interleaved ones of neighbouring threads")
{
  static_assert(gf::contiguous::index(3, 2, 8, 4) == 14);
  static_assert(gf::contiguous::index(3, 3, 8, 4) - gf::contiguous::index(3, 2, 8, 4) == 1);
  static_assert(gf::interleaved::index(3, 2, 8, 4) == 19);
  static_assert(gf::interleaved::index(4, 2, 8, 4) - gf::interleaved::index(3, 2, 8, 4) == 1);
}

TEST_CASE("neighbours are the items of a thread that one vector holds, whatever the assignment's name")
{
  using gf::policy::neighbours;
  static_assert(neighbours<gf::contiguous, 8, 6> == 6 && neighbours<gf::contiguous, 1, 1> == 1);
  static_assert(neighbours<gf::interleaved, 8, 6> == 1 && neighbours<gf::interleaved, 1, 6> == 6);
  static_assert(neighbours<gf::vector_assignment<gf::interleaved, 2>, 8, 4> == 2);
  static_assert(neighbours<gf::vector_assignment<gf::interleaved, 4>, 8, 6> == 1);
  static_assert(neighbours<gf::vector_assignment<backwards, 3>, 8, 6> == 3);
  static_assert(neighbours<backwards, 8, 6> == 1);
  static_assert(neighbours<rotated_by_one, 8, 4> == 1);  // neighbours, but not from a multiple of 2 on
}

TEST_CASE("assignments are compared by their maps")
{
  static_assert(gf::policy::same_assignment<gf::contiguous, gf::interleaved>(32, 1));
  static_assert(gf::policy::same_assignment<gf::contiguous, gf::interleaved>(1, 16));
  static_assert(!gf::policy::same_assignment<gf::contiguous, gf::interleaved>(32, 4));
  static_assert(!gf::policy::same_assignment<gf::interleaved, backwards>(32, 4));
  static_assert(!gf::policy::same_assignment<gf::interleaved, swapped_in<0>>(4, 3));
  static_assert(!gf::policy::same_assignment<gf::interleaved, swapped_in<3>>(4, 3));
  static_assert(gf::policy::same_assignment<gf::interleaved, swapped_in<4>>(4, 3));
  static_assert(gf::assignment<backwards>);
  static_assert(!gf::assignment<everyone_the_same>);
}
