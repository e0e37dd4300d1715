// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exceptions of users' functions on `host`: they reach the caller of the verb, and the next call is right.
#include <gridfold/gridfold.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/tuple>
#include <random>
#include <stdexcept>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// Calls until an exception: after so many calls, on any thread; none at all if it is negative.
struct fuse {
  std::atomic<int>* left;
  void operator()() const
  {
    if (left->fetch_sub(1) == 0) throw std::domain_error("the fuse has blown");
  }
};

struct add_until {
  fuse call;
  int operator()(int a, int b) const
  {
    call();
    return a + b;
  }
  template <class T>
  static T identity()
  {
    return 0;
  }
};

struct double_until {
  fuse call;
  int operator()(int a) const
  {
    call();
    return 2 * a;
  }
};

struct bins_until {
  static constexpr int count = 4;
  fuse call;
  int operator()(int a) const
  {
    call();
    return a % count;
  }
};

struct inverse_until {
  fuse call;
  float operator()(float charge, float r2) const
  {
    call();
    return charge / (1 + r2);
  }
};

/// Runs a verb with a fuse that blows at a random one of about `calls` calls, and then one that does not blow.
template <class Verb>
void check_thrown(int calls, Verb verb)
{
  std::mt19937 generator(test::seed());
  for (int repeat = 0; repeat < 10; ++repeat) {
    std::atomic<int> left = static_cast<int>(generator() % static_cast<unsigned>(calls));
    const gf::host on{static_cast<int>(generator() % 4)};
    CHECK_THROWS_WITH_AS(verb(on, fuse{&left}), "the fuse has blown", std::domain_error);
    left = -1;
    verb(on, fuse{&left});
  }
}

constexpr int size = 30000;
using vector = cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 1>>;

}  // namespace

TEST_CASE("an exception of a function or of bins reaches the caller of transform and histogram")
{
  std::vector<int> in(size, 3), out(size), counts(4);
  const vector from(in.data(), size);
  check_thrown(size, [&](gf::host on, fuse call) {
    gf::transform(on, cuda::std::tuple(from), vector(out.data(), size), double_until{call});
    CHECK(out == std::vector<int>(size, 6));
  });
  check_thrown(size, [&](gf::host on, fuse call) {
    gf::histogram(on, from, vector(counts.data(), 4), bins_until{call});
    CHECK(counts == std::vector<int>{0, 0, 0, size});
  });
}

TEST_CASE("an exception of an operation reaches the caller of reduce, and the scratch can be used again")
{
  using variant = gf::variant<gf::coarsen<4>, gf::block<32>>;
  const std::vector<int> in(size, 3);
  auto scratch = gf::make_reduce_scratch<variant, int, add_until>(gf::host{});
  check_thrown(size, [&](gf::host on, fuse call) {
    int out[1] = {};
    gf::reduce<variant>(on, in, out, add_until{call}, scratch);
    CHECK(out[0] == 3 * size);
  });
}

TEST_CASE("an exception of an interaction reaches the caller of a sum")
{
  const std::vector<gf::source<float>> sources(100, {1, 1, 1, 1});
  const gf::lattice where{.origin = {3, 3, 3}, .spacing = 1, .shape = {9, 8, 7}};
  gf::field<float> map(where);
  check_thrown(1000, [&](gf::host on, fuse call) {
    using gather = gf::variant<gf::coarsen<1>, gf::global, gf::block<8, 8>>;
    gf::lattice_sum<gather>(on, sources, where, map.view(), inverse_until{call});
    CHECK(map.view()(0, 0, 0) == doctest::Approx(100 / 13.0));
  });
}

#ifdef _OPENMP
TEST_CASE("an exception reaches the thread of a parallel region that has called the verb")
{
  std::atomic<int> caught = 0;
#pragma omp parallel for num_threads(3)
  for (int n = 0; n < 12; ++n) {
    std::vector<int> in(1000, 3), out(1000);
    std::atomic<int> left = n % 2 == 0 ? 500 : -1;
    try {
      gf::transform(gf::host{2}, cuda::std::tuple(vector(in.data(), 1000)), vector(out.data(), 1000),
                    double_until{{&left}});
    } catch (const std::domain_error&) {
      ++caught;
    }
  }
  CHECK(caught == 6);
}
#endif
