// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/traced_thread.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/block.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <gridfold/trace/executor.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

struct storage {
  float tile[4];
  int count;
};

}  // namespace

TEST_CASE("a member's name is that in the kernel's text")
{
  CHECK(gf::tracing::member_name<&storage::tile>() == "tile");
  CHECK(gf::tracing::member_name<&storage::count>() == "count");
}

TEST_CASE("lanes that skip an item reconverge for the next one")
{
  gf::aligned_vector<int> numbers(128);
  const gf::trace on;
  const auto p = on.argument(numbers.data(), 128, "numbers", gf::role::output);
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, auto t) {
    unrolled<4>(t, [&](int item) {
      if (item != 1 || t.rank % 2 == 0) p[32 * item + t.rank] = item;
    });
  });
  const gf::access_counts counts = on.report().view("numbers");
  CHECK(counts.requests == 4);
  CHECK(counts.accesses == 3 * 32 + 16);
}

TEST_CASE("loops of a traced thread reconverge however they are called: by a qualified name, or from a helper")
{
  gf::aligned_vector<int> numbers(128);
  const auto requests = [&](auto loop) {
    const gf::trace on;
    const auto p = on.argument(numbers.data(), 128, "numbers", gf::role::output);
    on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, auto t) {
      loop(t, [&](int item) {
        for (int n = 0; n < (t.rank + item) % 3; ++n) p[(t.rank * 5 + 7 * n + item) % 128] = item;
      });
    });
    return on.report().view("numbers").requests;
  };
  // In lockstep an iteration has as many requests as the lane with most accesses.
  CHECK(requests([](auto t, auto body) { gf::unrolled<4>(t, body); }) == 8);
  CHECK(requests([](auto t, auto body) { gf::rolled<4>(t, body); }) == 8);
  CHECK(requests([](auto t, auto body) { gf::each_from_to(t, 0, 3, body); }) == 8);
  CHECK(requests([](const auto& t, auto body) { gf::unrolled<4>(t, body); }) == 8);
}

TEST_CASE("lanes of different ranges reconverge after each number, and read the next item together")
{
  gf::aligned_vector<int> items(4), numbers(32);
  const gf::trace on;
  const auto from = on.argument(items.data(), 4, "items", gf::role::input);
  const auto to = on.argument(numbers.data(), 32, "numbers", gf::role::output);
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, auto t) {
    rolled<4>(t, [&](int item) {
      const int read = from[item];
      each_from_to(t, 0, t.rank * 7 % 5, [&](int j) {
        each_from_to(t, 0, (t.rank + j) * 3 % 4, [&](int i) { to[(t.rank * (i + j) + read) % 32] = i; });
      });
    });
  });
  CHECK(on.report().site("items").requests == 4);
}

TEST_CASE("a loop with a remainder has every index in order")
{
  std::vector<int> seen;
  const gf::trace on;
  on.for_each_thread<gf::block<1>>(
      {1, 1, 1}, [&](gf::index3, auto t) { unrolled_by<4>(t, 3, 13, [&](int i) { seen.push_back(i); }); });
  CHECK(seen == std::vector<int>{3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
}
