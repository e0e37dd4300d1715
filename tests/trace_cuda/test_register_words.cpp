// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/register_words.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

tracing::access_code load_of(int bytes)
{
  tracing::access_code code;
  code.bytes = code.counted = bytes;
  return code;
}
tracing::line_accesses loads(int count, int bytes, bool in_loop = false)
{
  tracing::line_accesses made;
  for (int n = 0; n < count; ++n) made.add(bytes, "[R2]");
  made.in_loop = in_loop;
  return made;
}
tracing::device_range range_of(std::uint64_t begin, std::uint64_t bytes, gf::memory_kind kind)
{
  tracing::device_range range;
  range.begin = begin;
  range.end = begin + bytes;
  range.kind = kind;
  return range;
}
/// Lane i's address is i strides behind `begin`.
gf::request lanes_from(std::uint64_t begin, std::uint64_t stride, std::uint32_t lanes = ~0u)
{
  gf::request r;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    r.add(lane, begin + stride * static_cast<std::uint64_t>(lane));
  }
  return r;
}
std::vector<gf::request> issued(tracing::register_words& of)
{
  std::vector<gf::request> all;
  of.end_interval([&](tracing::access_code&, const gf::request& r, int) { all.push_back(r); });
  return all;
}
const tracing::line_accesses no_stores;
const tracing::device_range memory = range_of(4096, 1 << 20, gf::memory_kind::in_global);

}  // namespace

TEST_CASE("a load is left out if its lanes hold the words, and the line has loads for the others only")
{
  tracing::register_words words;
  tracing::access_code a = load_of(4), again = load_of(4), other = load_of(4);
  const tracing::line_accesses first = loads(1, 4), none = loads(0, 4), looped = loads(1, 4, true);
  CHECK(words.load(a, lanes_from(4096, 4), 0, first, memory, no_stores) == 4);
  CHECK(words.load(again, lanes_from(4096, 4), 0, none, memory, no_stores) == 0);
  CHECK(words.load(again, lanes_from(4096, 4), 0, looped, memory, no_stores) == 4);
  CHECK(words.load(a, lanes_from(4096, 4), 0, first, memory, no_stores) == 0);
  // Another warp holds nothing, and after a barrier no warp does.
  CHECK(words.load(a, lanes_from(4096, 4), 32, first, memory, no_stores) == 4);
  CHECK(issued(words).empty());
  CHECK(words.load(a, lanes_from(4096, 4), 0, first, memory, no_stores) == 4);
  // The line's load is that of `other` if this shows up before the barrier.
  for (const bool shows_up : {true, false}) {
    const tracing::line_accesses next = loads(1, 4);
    CHECK(words.load(again, lanes_from(4096, 4), 0, next, memory, no_stores) == 0);
    if (shows_up) CHECK(words.load(other, lanes_from(8192, 4), 0, next, memory, no_stores) == 4);
    CHECK(issued(words).size() == std::size_t{!shows_up});
    words.begin_launch();
    words.store(a, lanes_from(4096, 4), 0, no_stores);
  }
}

TEST_CASE("members in a wider load are held with it")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    tracing::register_words words;
    tracing::access_code a = load_of(2), b = load_of(2), c = load_of(2);
    const tracing::line_accesses wide = loads(1, 8, random() % 2 == 0), none = loads(0, 4);
    const std::uint64_t at = 4096 + 8 * (random() % 100), one = 2 * (random() % 4), two = (one + 2) % 8;
    CHECK(words.load(a, lanes_from(at + one, 24), 0, wide, memory, no_stores) == 8);
    CHECK(words.load(b, lanes_from(at + two, 24), 0, wide, memory, no_stores) == 0);
    CHECK(words.load(c, lanes_from(at + (two + 2) % 8, 24), 0, none, memory, no_stores) == 0);
    CHECK(words.load(c, lanes_from(at + 8, 24), 0, wide, memory, no_stores) == 8);
  }
}

TEST_CASE("a variable of shared memory comes with a wider load of another one")
{
  const tracing::device_range one = range_of(512, 4, gf::memory_kind::in_shared),
                              two = range_of(600, 4, gf::memory_kind::in_shared),
                              three = range_of(700, 4, gf::memory_kind::in_shared);
  const tracing::line_accesses wide = loads(1, 8), looped = loads(1, 4, true);
  tracing::access_code a = load_of(4), b = load_of(4), c = load_of(4), element = load_of(4);
  const tracing::device_range array = range_of(1024, 4096, gf::memory_kind::in_shared);
  for (const bool same_line : {true, false}) {
    tracing::register_words words;
    CHECK(words.load(a, lanes_from(512, 0), 0, wide, one, no_stores) == 4);
    CHECK(words.load(b, lanes_from(600, 0), 0, same_line ? wide : looped, two, no_stores) == 0);
    if (!same_line) CHECK(words.load(element, lanes_from(1024, 4), 0, looped, array, no_stores) == 4);
    CHECK(words.load(b, lanes_from(600, 0), 0, same_line ? wide : looped, two, no_stores) == 0);
    CHECK(words.load(c, lanes_from(700, 0), 0, looped, three, no_stores) == 4);
    CHECK(issued(words).empty());
  }
  // Without another load on its line, the line's load is its own.
  tracing::register_words words;
  CHECK(words.load(a, lanes_from(512, 0), 0, wide, one, no_stores) == 4);
  CHECK(words.load(b, lanes_from(600, 0), 0, looped, two, no_stores) == 0);
  CHECK(issued(words).size() == 1);
}

TEST_CASE("loads of two branches on lines without loads are one")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    tracing::register_words words;
    tracing::access_code a = load_of(4), b = load_of(4), c = load_of(4), d = load_of(4);
    const tracing::line_accesses none = loads(0, 4);
    const auto lanes = static_cast<std::uint32_t>(random() | 1) & 0x7fffffffu;
    CHECK(words.load(a, lanes_from(4096, 4, lanes), 0, none, memory, no_stores) == 0);
    CHECK(words.load(b, lanes_from(8192, 4, lanes), 0, none, memory, no_stores) == 0);
    CHECK(words.load(c, lanes_from(4096, 4, ~lanes), 0, none, memory, no_stores) == 0);
    CHECK(words.load(d, lanes_from(8192, 4, ~lanes), 0, none, memory, no_stores) == 0);
    const std::vector<gf::request> all = issued(words);
    REQUIRE(all.size() == 2);
    for (const gf::request& r : all) CHECK(r.active == ~0u);
    for (int lane = 0; lane < 32; ++lane) CHECK(all[1].address[lane] - all[0].address[lane] == 4096);
  }
}

TEST_CASE("a loop's round leaves out the word that the round before has stored, if nvcc loads fewer words per store")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    const int copies = 1 + static_cast<int>(random() % 4), kept = static_cast<int>(random() % 2);
    tracing::line_accesses read = loads(3 + copies, 4, true), stores = loads(copies, 4, true);
    read.bytes_in_loops = 4 * (3 - kept) * copies;
    stores.bytes_in_loops = 4 * copies;
    tracing::register_words words;
    tracing::access_code here = load_of(4), factor = load_of(4), before = load_of(4), store = load_of(4),
                         elsewhere = load_of(4);
    store.does = gf::access_kind::store;
    // What another line has stored is loaded by the first round.
    if (random() % 2 == 0) words.store(elsewhere, lanes_from(65536 + 128, 4), 0, no_stores);
    int counted = 0, rounds = 2 + static_cast<int>(random() % 5);
    for (std::uint64_t round = 0; round < static_cast<std::uint64_t>(rounds); ++round) {
      const std::uint64_t at = 65536 - 128 * round;
      counted += words.load(here, lanes_from(at, 4), 0, read, memory, stores) == 4;
      counted += words.load(factor, lanes_from(at + 262144, 4), 0, read, memory, stores) == 4;
      counted += words.load(before, lanes_from(at + 128, 4), 0, read, memory, stores) == 4;
      words.store(store, lanes_from(at, 4), 0, stores);
    }
    CHECK(counted == (kept == 0 ? 3 * rounds : 2 * rounds + 1));
  }
}

TEST_CASE("a struct of shared memory comes with its member, if the line has no load for it alone")
{
  const tracing::device_range array = range_of(4096, 4096, gf::memory_kind::in_shared);
  tracing::line_accesses made;
  made.add(4, "[R2]");
  made.add(8, "[R3]");
  for (const bool alone : {false, true}) {
    if (alone) made.add(8, "[R3]");
    tracing::register_words words;
    tracing::access_code far = load_of(4), own = load_of(4), whole = load_of(8);
    for (int round = 0; round < 3; ++round) {
      const auto at = static_cast<std::uint64_t>(4096 + 1024 * round);
      const int bytes = round > 0 && !alone ? 8 : 4;
      CHECK(words.load(far, lanes_from(at, 8), 0, made, array, no_stores) == bytes);
      CHECK(words.load(own, lanes_from(at + 512, 8), 0, made, array, no_stores) == 4);
      CHECK(words.load(whole, lanes_from(at, 8, 0xff0f), 0, made, array, no_stores) == (alone ? 8 : 0));
      CHECK(issued(words).empty());
    }
  }
}
