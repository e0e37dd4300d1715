// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <utility>
#include <vector>

#include "../support/executor_memory.hpp"

namespace test_atomic_operations
{

namespace
{

namespace gf = gridfold;

constexpr int threads = 96, blocks = 33, block_elements = 64;

/// Every thread applies an operation to the element of its block, or to the only one, and keeps the returned value.
/// \tparam Scope of a block: one element per block; else one for all
template <class T, gf::thread_scope Scope, class Operation>
struct apply_by_all {
  using variant = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<threads / 3, 3>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;

  cuda::std::mdspan<T, cuda::std::dextents<int, 1>, cuda::std::layout_right, gf::atomic_accessor<T, Scope>> elements;
  T* returned;
  Operation operation;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      const int b = static_cast<int>(block.index().x), i = b * threads + t.rank;
      const int rank = Scope == gf::thread_scope::block ? t.rank : i;
      returned[i] = operation(elements(Scope == gf::thread_scope::block ? b : 0), static_cast<T>(rank));
    });
  }
};

/// The results: for each shared element its last value, and the values returned to its threads, sorted.
template <class T>
struct outcome {
  T last;
  std::vector<T> returned;
};

template <gf::thread_scope Scope, class T, class Operation>
std::vector<outcome<T>> apply(T initial, Operation operation)
{
  const int shared_by = Scope == gf::thread_scope::block ? threads : threads * blocks;
  const int count = threads * blocks / shared_by;
  test::memory<T> elements(std::vector<T>(count, initial)), returned(std::vector<T>(threads * blocks, T(99)));
  using kernel = apply_by_all<T, Scope, Operation>;
  using view = decltype(kernel::elements);
  test::executor{}.run(kernel{view(elements.span().data(), count), returned.span().data(), operation}, {blocks, 1, 1});
  const std::vector<T> last = elements.values(), all = returned.values();
  std::vector<outcome<T>> outcomes;
  for (int e = 0; e < count; ++e) {
    outcomes.push_back({last[e], {all.begin() + e * shared_by, all.begin() + (e + 1) * shared_by}});
    std::sort(outcomes.back().returned.begin(), outcomes.back().returned.end());
  }
  return outcomes;
}

/// Calls check(outcome, number of threads) for every shared element in every scope.
template <class T, class Operation, class Check>
void in_every_scope(T initial, Operation operation, Check check)
{
  const auto each = [&](const std::vector<outcome<T>>& outcomes) {
    for (const auto& o : outcomes) check(o, static_cast<int>(o.returned.size()));
  };
  each(apply<gf::thread_scope::block>(initial, operation));
  each(apply<gf::thread_scope::device>(initial, operation));
  each(apply<gf::thread_scope::system>(initial, operation));
}

/// first, first + step, ..., n of them, sorted.
template <class T>
std::vector<T> steps(T first, T step, int n)
{
  std::vector<T> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<T>(first + step * static_cast<T>(i));
  std::sort(values.begin(), values.end());
  return values;
}

struct add_three {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T) const
  {
    return element.fetch_add(T(3));
  }
};
struct add_three_by_operator {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T) const
  {
    element += T(3);
    return 0;
  }
};
struct subtract_two {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T) const
  {
    return element.fetch_sub(T(2));
  }
};
struct exchange_rank {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.exchange(rank);
  }
};
struct minimum_with_rank {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.fetch_min(rank + T(5));
  }
};
struct maximum_with_rank {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.fetch_max(rank + T(5));
  }
};
struct increment_to {
  unsigned most;
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T) const
  {
    return element.fetch_increment(static_cast<T>(most));
  }
};
struct decrement_from {
  unsigned most;
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T) const
  {
    return element.fetch_decrement(static_cast<T>(most));
  }
};
/// The first thread writes its rank, offset so that it differs from the initial value.
struct claim {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.compare_exchange(T(0), rank + T(1));
  }
};
struct clear_bit {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.fetch_and(static_cast<T>(~(T(1) << (rank % 31))));
  }
};
struct set_bit {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.fetch_or(static_cast<T>(T(1) << (rank % 31)));
  }
};
struct flip_bit {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T rank) const
  {
    return element.fetch_xor(static_cast<T>(T(1) << (rank % 31)));
  }
};
/// A user-defined operation: doubling modulo a prime, by compare-and-swap.
struct double_modulo {
  template <class E, class T>
  GRIDFOLD_HD T operator()(E element, T) const
  {
    return element.update([](T old) { return static_cast<T>(old * 2 % 10007); });
  }
};

}  // namespace

TEST_CASE_TEMPLATE("additions and subtractions by many threads are all applied, each returned once", T, int, unsigned,
                   long long, unsigned long long, float, double)
{
  in_every_scope(T(7), add_three{}, [](const outcome<T>& o, int n) {
    CHECK(o.last == static_cast<T>(7 + 3 * n));
    CHECK(o.returned == steps(T(7), T(3), n));
  });
  in_every_scope(T(7), add_three_by_operator{},
                 [](const outcome<T>& o, int n) { CHECK(o.last == static_cast<T>(7 + 3 * n)); });
  in_every_scope(T(20000), subtract_two{}, [](const outcome<T>& o, int n) {
    CHECK(o.last == static_cast<T>(20000 - 2 * n));
    CHECK(o.returned == steps(static_cast<T>(20000 - 2 * (n - 1)), T(2), n));
  });
}

TEST_CASE_TEMPLATE("exchanged values are neither lost nor doubled", T, int, unsigned, unsigned long long, float, double)
{
  in_every_scope(T(12345), exchange_rank{}, [](const outcome<T>& o, int n) {
    std::vector<T> seen = o.returned, all = steps(T(0), T(1), n);
    seen.push_back(o.last);
    all.push_back(T(12345));
    std::sort(seen.begin(), seen.end());
    CHECK(std::is_permutation(seen.begin(), seen.end(), all.begin(), all.end()));
  });
}

TEST_CASE_TEMPLATE("minimum and maximum keep the extreme, and returned values are monotonic", T, int, unsigned,
                   long long, unsigned long long, float, double)
{
  in_every_scope(T(100000), minimum_with_rank{}, [](const outcome<T>& o, int) {
    CHECK(o.last == T(5));
    CHECK(o.returned.back() == T(100000));
    CHECK(o.returned.front() >= T(5));
  });
  in_every_scope(T(2), maximum_with_rank{}, [](const outcome<T>& o, int n) {
    CHECK(o.last == static_cast<T>(n + 4));
    CHECK(o.returned.front() == T(2));
    CHECK(o.returned.back() <= static_cast<T>(n + 4));
  });
}

TEST_CASE("minimum and maximum of negative numbers are correct")
{
  const auto element = [](auto initial, auto operation) {
    return apply<gf::thread_scope::device>(initial, operation).front().last;
  };
  CHECK(element(-3, minimum_with_rank{}) == -3);
  CHECK(element(-3, maximum_with_rank{}) == threads * blocks + 4);
  CHECK(element(-3.5f, minimum_with_rank{}) == -3.5f);
  CHECK(element(-3.5, maximum_with_rank{}) == threads * blocks + 4);
}

TEST_CASE_TEMPLATE("counters wrap around: each value occurs equally often", T, unsigned, unsigned long long)
{
  constexpr unsigned most = 6;
  const auto check = [](const outcome<T>& o, int n, auto number) {
    for (unsigned value = 0; value <= most; ++value) {
      int expected = 0;
      for (int turn = 0; turn < n; ++turn) expected += number(turn) == value;
      CHECK(std::count(o.returned.begin(), o.returned.end(), T(value)) == expected);
    }
    CHECK(o.last == number(n));
  };
  in_every_scope(T(0), increment_to{most},
                 [&](const outcome<T>& o, int n) { check(o, n, [](int turn) { return T(turn % (most + 1)); }); });
  in_every_scope(T(most), decrement_from{most}, [&](const outcome<T>& o, int n) {
    check(o, n, [](int turn) { return T(most - turn % (most + 1)); });
  });
}

TEST_CASE_TEMPLATE("a counter beyond its end wraps to its first value", T, unsigned, unsigned long long)
{
  const auto once = [](T initial, auto operation) {
    const auto outcomes = apply<gf::thread_scope::system>(initial, operation);
    return outcomes.front().returned;
  };
  // One value beyond the end is seen once, then the counter runs as usual.
  const auto up = once(T(50), increment_to{6}), down = once(T(50), decrement_from{6});
  CHECK(up.back() == T(50));
  CHECK(up[up.size() - 2] == T(6));
  CHECK(up.front() == T(0));
  CHECK(down.back() == T(50));
  CHECK(down[down.size() - 2] == T(6));
  CHECK(down.front() == T(0));
}

TEST_CASE_TEMPLATE("exactly one compare-and-swap succeeds", T, int, unsigned, unsigned long long, float, double)
{
  in_every_scope(T(0), claim{}, [](const outcome<T>& o, int n) {
    CHECK(o.last >= T(1));
    CHECK(o.last <= static_cast<T>(n));
    CHECK(o.returned.front() == T(0));
    CHECK(std::count(o.returned.begin(), o.returned.end(), o.last) == n - 1);
  });
}

TEST_CASE_TEMPLATE("bits are cleared, set and flipped one by one", T, int, unsigned, unsigned long long)
{
  constexpr T low = 0x7fffffff;
  in_every_scope(low, clear_bit{}, [&](const outcome<T>& o, int) {
    CHECK(o.last == T(0));
    CHECK(o.returned.back() == low);
  });
  in_every_scope(T(0), set_bit{}, [&](const outcome<T>& o, int) {
    CHECK(o.last == low);
    CHECK(o.returned.front() == T(0));
  });
  in_every_scope(T(0), flip_bit{}, [](const outcome<T>& o, int n) {
    T expected = 0;
    for (int rank = 0; rank < n; ++rank) expected ^= T(1) << (rank % 31);
    CHECK(o.last == expected);
  });
}

TEST_CASE_TEMPLATE("a function of the old value is applied once by every thread", T, int, unsigned, long long)
{
  in_every_scope(T(1), double_modulo{}, [](const outcome<T>& o, int n) {
    std::vector<T> expected(n);
    T value = 1;
    for (T& e : expected) e = std::exchange(value, static_cast<T>(value * 2 % 10007));
    std::sort(expected.begin(), expected.end());
    CHECK(o.last == value);
    CHECK(o.returned == expected);
  });
}

}  // namespace test_atomic_operations
