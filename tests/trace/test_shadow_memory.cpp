// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/shadow_memory.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;
using gf::access_kind;
using gf::tracing::moment, gf::tracing::shadow_memory;

TEST_CASE("a word is unwritten until it is written, in shared memory by this block")
{
  shadow_memory global(4, false), shared(4, true);
  const moment first{.now = 2, .block_began = 2}, second{.now = 3, .block_began = 3};
  for (shadow_memory* memory : {&global, &shared}) {
    CHECK(memory->touch(1, access_kind::load, first).unwritten);
    memory->touch(1, access_kind::store, first);
    CHECK(memory->written() == 1);
  }
  CHECK_FALSE(global.touch(1, access_kind::load, second).unwritten);
  CHECK(shared.touch(1, access_kind::load, second).unwritten);
  global.forget();
  CHECK(global.written() == 0);
  CHECK(global.touch(1, access_kind::load, second).unwritten);
}

TEST_CASE("threads race in one interval if one of them writes, unless both are atomic")
{
  const moment one{.now = 2, .thread = 1}, other{.now = 2, .thread = 2}, later{.now = 3, .thread = 2};
  const auto race = [&](access_kind first, access_kind second, const moment& at) {
    shadow_memory memory(1, false);
    memory.touch(0, first, one);
    return memory.touch(0, second, at);
  };
  CHECK(race(access_kind::store, access_kind::load, other).race);
  CHECK(race(access_kind::store, access_kind::load, other).other == 1);
  CHECK(race(access_kind::load, access_kind::store, other).race);
  CHECK(race(access_kind::store, access_kind::atomic, other).race);
  CHECK_FALSE(race(access_kind::load, access_kind::load, other).race);
  CHECK_FALSE(race(access_kind::atomic, access_kind::atomic, other).race);
  CHECK_FALSE(race(access_kind::store, access_kind::load, later).race);
  CHECK_FALSE(race(access_kind::store, access_kind::store, one).race);
}

TEST_CASE("a load races with each of several atomic writers, and with one in its own thread only if there are others")
{
  const auto race = [&](std::uint32_t first, std::uint32_t second, std::uint32_t reader) {
    shadow_memory memory(1, false);
    for (std::uint32_t writer : {first, second})
      memory.touch(0, access_kind::atomic, moment{.now = 2, .thread = writer});
    return memory.touch(0, access_kind::load, moment{.now = 2, .thread = reader}).race;
  };
  CHECK(race(1, 2, 3));
  CHECK(race(1, 2, 2));
  CHECK(race(1, 2, 1));
  CHECK_FALSE(race(2, 2, 2));
}

TEST_CASE("lanes of a warp that have met are in order, other warps are not")
{
  // Intervals 2 to 3 lie between two barriers; lanes of warp 0 meet before interval 3.
  const auto at = [](std::uint32_t now, std::uint32_t thread) {
    return moment{.now = now, .barrier = 2, .lanes_met = thread < 32 ? now : 2u, .thread = thread};
  };
  const auto race = [&](access_kind first, access_kind second, std::uint32_t thread) {
    shadow_memory memory(1, false);
    memory.touch(0, first, at(2, 1));
    return memory.touch(0, second, at(3, thread)).race;
  };
  CHECK_FALSE(race(access_kind::store, access_kind::load, 2));
  CHECK_FALSE(race(access_kind::load, access_kind::store, 2));
  CHECK(race(access_kind::store, access_kind::load, 40));
  CHECK(race(access_kind::load, access_kind::store, 40));
  shadow_memory all(1, false);
  for (std::uint32_t lane = 0; lane < 32; ++lane) all.touch(0, access_kind::load, at(2, lane));
  CHECK_FALSE(all.touch(0, access_kind::store, at(3, 5)).race);
  all.touch(0, access_kind::load, at(3, 40));
  CHECK(all.touch(0, access_kind::store, at(3, 6)).race);
}

TEST_CASE("words that the host has written, and words that are split")
{
  shadow_memory memory(4, false);
  memory.fill(1, 2);
  memory.split(4);
  const moment at{.now = 2, .block_began = 2, .launch_began = 2};
  CHECK(memory.touch(3, access_kind::load, at).unwritten);
  CHECK_FALSE(memory.touch(4, access_kind::load, at).unwritten);
  CHECK_FALSE(memory.touch(11, access_kind::load, at).unwritten);
  CHECK(memory.written() == 8);
}

TEST_CASE("blocks race, for no barrier lies between them, unless all before are synchronised")
{
  shadow_memory memory(1, false);
  memory.touch(0, access_kind::store, moment{.now = 2, .block_began = 2, .launch_began = 2});
  moment next{.now = 3, .block_began = 3, .launch_began = 2};
  CHECK(memory.touch(0, access_kind::load, next).race);
  next.synchronised = true;
  CHECK_FALSE(memory.touch(0, access_kind::load, next).race);
}

TEST_CASE("time decides about words that another block, or a thread that no barrier orders, has changed")
{
  shadow_memory memory(2, false);
  moment at{.now = 2, .block_began = 2, .launch_began = 2};
  CHECK_FALSE(memory.touch(0, access_kind::store, at).by_time);
  CHECK_FALSE(memory.touch(0, access_kind::load, at).by_time);
  at.thread = 1;
  CHECK(memory.touch(0, access_kind::load, at).by_time);
  moment later = at;
  later.now = later.barrier = 3;  // behind a barrier
  CHECK_FALSE(memory.touch(0, access_kind::load, later).by_time);
  moment next{.now = 4, .block_began = 4, .launch_began = 2};
  next.synchronised = true;
  CHECK(memory.touch(0, access_kind::load, next).by_time);
  // An atomic operation is disturbed by those of other warps.
  CHECK_FALSE(memory.touch(1, access_kind::atomic, next).by_time);
  next.thread = 31;
  CHECK_FALSE(memory.touch(1, access_kind::atomic, next).by_time);
  next.thread = 32;
  CHECK(memory.touch(1, access_kind::atomic, next).by_time);
}

TEST_CASE("a copy is in flight until it has arrived")
{
  shadow_memory memory(2, true);
  const moment at{.now = 2, .block_began = 2}, later{.now = 3, .block_began = 2};
  moment copy = at;
  copy.copies = true;
  CHECK_FALSE(memory.touch(0, access_kind::store, copy).in_flight);
  CHECK(memory.touch(0, access_kind::load, later).in_flight);
  CHECK(memory.touch(0, access_kind::store, copy).in_flight);
  memory.arrive(0);
  CHECK_FALSE(memory.touch(0, access_kind::load, later).in_flight);
}
