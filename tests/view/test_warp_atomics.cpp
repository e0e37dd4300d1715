// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/warp_atomics.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <random>
#include <type_traits>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"

namespace test_warp_atomics
{

namespace
{

namespace gf = gridfold;

constexpr int threads = 90, blocks = 37;  // a warp of 26 threads in each block

struct add {
  template <class E, class T>
  static GRIDFOLD_HD void apply(E&& element, T value)
  {
    element += value;
  }
};
struct least {
  template <class E, class T>
  static GRIDFOLD_HD void apply(E&& element, T value)
  {
    if constexpr (requires { element.store_min(value); })
      element.store_min(value);
    else
      element = value < element ? value : element;
  }
};
struct greatest {
  template <class E, class T>
  static GRIDFOLD_HD void apply(E&& element, T value)
  {
    if constexpr (requires { element.store_max(value); })
      element.store_max(value);
    else
      element = element < value ? value : element;
  }
};
struct keep_bits {
  template <class E, class T>
  static GRIDFOLD_HD void apply(E&& element, T value)
  {
    element &= value;
  }
};
struct set_bits {
  template <class E, class T>
  static GRIDFOLD_HD void apply(E&& element, T value)
  {
    element |= value;
  }
};
struct flip_bits {
  template <class E, class T>
  static GRIDFOLD_HD void apply(E&& element, T value)
  {
    element ^= value;
  }
};

/// Thread i applies an operation to element which[i], if there is one. The elements of a warp are known at run time.
template <class Operation, class Elements, class T>
struct apply_by_all {
  using variant = gf::variant<gf::scatter, gf::block<threads>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;

  Elements elements;
  const int* which;
  const T* values;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      const int i = static_cast<int>(block.index().x) * threads + t.rank;
      if (which[i] >= 0) Operation::apply(elements(which[i]), values[i]);
    });
  }
};

template <class T>
using view = cuda::std::mdspan<T, cuda::std::dextents<int, 1>, cuda::std::layout_right,
                               gf::atomic_accessor<T, gf::thread_scope::device, gf::aggregation::warp>>;

/// Which element each thread changes; -1 for none.
struct choice {
  const char* name;
  int elements;
  int (*of)(int block, int rank, int random);
};
constexpr choice choices[] = {
    {"one for all", 1, [](int, int, int) { return 0; }},
    {"one a block", blocks, [](int b, int, int) { return b; }},
    {"one a thread", threads, [](int, int rank, int) { return rank; }},
    {"one for odd threads, none for even ones", 1, [](int, int rank, int) { return rank % 2 - 1; }},
    {"two a warp", 2, [](int, int rank, int) { return rank % 32 < 20 ? 0 : 1; }},
    {"one a warp", threads / 32 + 1, [](int, int rank, int) { return rank / 32; }},
    {"a single thread", 1, [](int, int rank, int) { return rank == 40 ? 0 : -1; }},
    {"any or none", 5, [](int, int, int random) { return random % 6 - 1; }},
};

/// A random operand: of additions and comparisons small; of AND and OR such that most bits of an element stay, however
/// many threads change it. With `first`, what an element is before.
template <class Operation, class T>
T drawn(std::mt19937& generator, bool first)
{
  constexpr bool keeps = std::is_same_v<Operation, keep_bits>, sets = std::is_same_v<Operation, set_bits>;
  const std::uint64_t any = std::uint64_t{generator()} << 32 | generator();
  if constexpr (keeps || sets || std::is_same_v<Operation, flip_bits>) {
    if (first || !(keeps || sets)) return static_cast<T>(any);
    const std::uint64_t few = any % 64 == 0 ? std::uint64_t{1} << (any >> 32) % (8 * sizeof(T)) : 0;
    return static_cast<T>(keeps ? ~few : few);
  } else {
    return first ? T(77) : static_cast<T>(static_cast<int>(any % 2001) - (std::is_unsigned_v<T> ? 0 : 1000));
  }
}

template <class Operation, class T>
void check(const choice& chosen, unsigned random)
{
  std::mt19937 generator(random);
  std::vector<int> which;
  std::vector<T> values, expected;
  for (int e = 0; e < chosen.elements; ++e) expected.push_back(drawn<Operation, T>(generator, true));
  for (int b = 0; b < blocks; ++b)
    for (int rank = 0; rank < threads; ++rank) {
      which.push_back(chosen.of(b, rank, static_cast<int>(generator() % 1024)));
      values.push_back(drawn<Operation, T>(generator, false));
    }
  const std::vector<T> before = expected;
  for (std::size_t i = 0; i < which.size(); ++i)
    if (which[i] >= 0) Operation::apply(expected[static_cast<std::size_t>(which[i])], values[i]);
  const test::memory<int> choice_of(which);
  const test::memory<T> value_of(values), elements(before);
  using kernel = apply_by_all<Operation, view<T>, T>;
  test::executor{}.run(kernel{view<T>(elements.data(), chosen.elements), choice_of.data(), value_of.data()},
                       gf::shape3{blocks, 1, 1});
  CAPTURE(chosen.name);
  CHECK(elements.values() == expected);
#ifndef __CUDACC__
  std::vector<T> traced = before;
  const gf::trace on;
  auto watched = on.argument(view<T>(traced.data(), chosen.elements), "elements", gf::role::update);
  on.run(apply_by_all<Operation, decltype(watched), T>{watched, which.data(), values.data()}, gf::shape3{blocks, 1, 1});
  CHECK(traced == expected);
  CHECK(on.report().faults().empty());
#endif
}

}  // namespace

TEST_CASE_TEMPLATE("additions that warps combine are never lost, whichever elements their threads have", T, int,
                   unsigned, long long, unsigned long long, float, double)
{
  // Sums of whole numbers below 2^24: exact in every order and type.
  for (const choice& chosen : choices) check<add, T>(chosen, test::seed());
}

TEST_CASE_TEMPLATE("minima, maxima and bits that warps combine", T, int, unsigned, long long)
{
  for (const choice& chosen : choices) {
    const unsigned random = test::seed();
    check<least, T>(chosen, random);
    check<greatest, T>(chosen, random);
    check<keep_bits, T>(chosen, random);
    check<set_bits, T>(chosen, random);
    check<flip_bits, T>(chosen, random);
  }
}

}  // namespace test_warp_atomics
