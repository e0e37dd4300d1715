// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/traced_thread.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/block.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <gridfold/trace/executor.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/seed.hpp"

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

TEST_CASE("what precedes a loop all lanes do together, whatever their bounds and whatever they skip in the loop")
{
  constexpr int lanes = 32, rounds = 50;
  std::mt19937 random(test::seed());
  // Neighbouring lanes often have one range, as particles of one cell do.
  gf::aligned_vector<int> begin(lanes + 1), items(8 * lanes);
  const auto requests = [&](auto loop) {
    const gf::trace on;
    const auto begins = on.argument(begin.data(), lanes + 1, "begins", gf::role::input);
    const auto all = on.argument(items.data(), 8 * lanes, "items", gf::role::input);
    on.for_each_thread<gf::block<lanes>>({1, 1, 1}, [&](gf::index3, auto t) {
      int cell = 0;
      while (begin[static_cast<std::size_t>(cell) + 1] <= 3 * t.rank && cell + 1 < lanes) ++cell;
      const int first = begins[cell], last = begins[cell + 1];
      loop(t, first, last, [&](int i) { static_cast<void>(static_cast<int>(all[i])); });
    });
    return on.report().site("begins").requests;
  };
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t cell = 0; cell < lanes; ++cell) begin[cell + 1] = begin[cell] + static_cast<int>(random() % 8);
    CHECK(requests([](auto t, int first, int last, auto body) { gf::unrolled_by<4>(t, first, last, body); }) == 2);
    CHECK(requests([](auto t, int first, int last, auto body) { gf::each_from_to(t, first, last - 1, body); }) == 2);
    CHECK(requests([](auto t, int first, int last, auto body) {
            gf::unrolled<4>(t, [&](int n) { return first + n < last ? body(first + n) : void(); });
          }) == 2);
  }
}

TEST_CASE("a loop with a remainder has every index in order")
{
  std::vector<int> seen;
  const gf::trace on;
  on.for_each_thread<gf::block<1>>(
      {1, 1, 1}, [&](gf::index3, auto t) { unrolled_by<4>(t, 3, 13, [&](int i) { seen.push_back(i); }); });
  CHECK(seen == std::vector<int>{3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
}

TEST_CASE("lanes that diverge in a loop with a remainder reconverge after each number, whatever their bounds")
{
  constexpr int lanes = 32, by = 4, most = 24;
  const auto bound = [](int lane) { return lane * 7 % most; };
  const auto is_found = [](int lane, int i) { return (lane + i) * 5 % 7 < 2; };
  gf::aligned_vector<int> numbers(lanes * most), found(lanes), kept(lanes);
  const gf::trace on;
  const auto number = on.argument(numbers.data(), lanes * most, "numbers", gf::role::input);
  const auto finds = on.argument(found.data(), lanes, "found", gf::role::input);
  const auto keeps = on.argument(kept.data(), lanes, "kept", gf::role::scratch);
  on.for_each_thread<gf::block<lanes>>({1, 1, 1}, [&](gf::index3, auto t) {
    unrolled_by<by>(t, 0, bound(t.rank), [&](int i) {
      if (number[lanes * i + t.rank] != 0 || !is_found(t.rank, i)) return;
      if (finds[(t.rank * 5 + i) % lanes] == 0 && i % 3 != 0) keeps[t.rank] = i;
    });
  });
  // The slots of the loop, in which lanes act together: those of remainders, then those of whole rounds.
  int reads = 0, finding = 0, keeping = 0;
  for (int slot = 0; slot < by - 1 + most; ++slot) {
    bool reading = false, is_finding = false, is_keeping = false;
    for (int lane = 0; lane < lanes; ++lane) {
      const int rest = bound(lane) % by, i = slot < by - 1 ? slot : rest + slot - (by - 1);
      if (i >= (slot < by - 1 ? rest : bound(lane))) continue;
      reading = true;
      is_finding = is_finding || is_found(lane, i);
      is_keeping = is_keeping || (is_found(lane, i) && i % 3 != 0);
    }
    reads += reading;
    finding += is_finding;
    keeping += is_keeping;
  }
  CHECK(on.report().site("numbers").requests == reads);
  CHECK(on.report().site("found").requests == finding);
  CHECK(on.report().site("kept").requests == keeping);
}
