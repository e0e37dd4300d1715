// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/block_meetings.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;
using tracing::cuda_thread;

TEST_CASE("threads at a barrier go on with what all of them brought; absent ones are a fault")
{
  std::mt19937 random(test::seed());
  tracing::cuda_machine machine;
  const std::string kernel = "f";
  for (int turn = 0; turn < 100; ++turn) {
    tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
    machine.begin(session);
    std::vector<cuda_thread> threads(1 + random() % 100);
    const auto result = std::array{tracing::barrier_result::count, tracing::barrier_result::all,
                                   tracing::barrier_result::any}[random() % 3];
    int waiting = 0, yes = 0;
    for (cuda_thread& t : threads) {
      if (turn % 3 == 0 && random() % 4 == 0) continue;
      t.is = cuda_thread::state::at_barrier;
      t.result = result;
      t.value = static_cast<int>(random() % (turn % 5 == 0 ? 1 : 3));
      ++waiting;
      yes += t.value != 0;
    }
    tracing::block_meetings meetings(machine, {kernel, {0, 0, 0}, threads.data(), static_cast<int>(threads.size())});
    CHECK(meetings.release_barrier() == (waiting > 0));
    const int expected = result == tracing::barrier_result::count ? yes
                         : result == tracing::barrier_result::all ? yes == waiting
                                                                  : yes > 0;
    for (const cuda_thread& t : threads)
      if (t.is != cuda_thread::state::ended) {
        CHECK(t.is == cuda_thread::state::runs);
        CHECK(t.value == expected);
      }
    const bool missed = waiting > 0 && waiting < static_cast<int>(threads.size());
    CHECK(session.record.report().faults().size() == std::size_t{missed});
    CHECK_FALSE(meetings.release_barrier());
    machine.end(session);
  }
}

TEST_CASE("lanes whose mask names others that wait elsewhere go on with a fault")
{
  tracing::cuda_machine machine;
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  machine.begin(session);
  const std::string kernel = "f";
  std::vector<cuda_thread> threads(32);
  std::vector<tracing::lane_request> requests(32, {tracing::lanes_do::ballot, ~0u});
  for (std::size_t lane = 0; lane < 32; ++lane) {
    threads[lane].request = &requests[lane];
    threads[lane].is = lane < 30 ? cuda_thread::state::with_lanes : cuda_thread::state::at_barrier;
    requests[lane].value[0] = lane % 2 == 0;
  }
  tracing::block_meetings meetings(machine, {kernel, {0, 0, 0}, threads.data(), 32});
  CHECK(meetings.release_lanes(0));
  CHECK(requests[5].result == 0x15555555u);
  REQUIRE(session.record.report().faults().size() == 1);
  CHECK(session.record.report().faults()[0].kind == gf::fault_kind::lanes_missing);
  CHECK_FALSE(meetings.release_lanes(0));
}

TEST_CASE("all groups of lanes whose operation is complete go on at once")
{
  std::mt19937 random(test::seed());
  tracing::cuda_machine machine;
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  machine.begin(session);
  const std::string kernel = "f";
  for (int turn = 0; turn < 50; ++turn) {
    std::uint32_t masks[4] = {};
    for (int lane = 0; lane < 32; ++lane) masks[random() % 4] |= 1u << lane;
    std::vector<cuda_thread> threads(32);
    std::vector<tracing::lane_request> requests(32);
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (const std::uint32_t mask : masks)
        if ((mask >> lane & 1) != 0) {
          requests[lane] = {tracing::lanes_do::ballot, mask};
          threads[lane].request = &requests[lane];
          threads[lane].is = cuda_thread::state::with_lanes;
        }
    // A lane of the first group that is elsewhere holds up this group only.
    const auto absent = static_cast<std::size_t>(masks[0] == 0 ? 32 : __builtin_ctz(masks[0]));
    if (absent < 32) threads[absent].is = cuda_thread::state::runs;
    tracing::block_meetings meetings(machine, {kernel, {0, 0, 0}, threads.data(), 32});
    CHECK(meetings.release_lanes(0) == (~masks[0] != 0));
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const bool waits = (masks[0] >> lane & 1) != 0 && lane != absent && ~masks[0] != 0;
      CHECK((threads[lane].is == cuda_thread::state::with_lanes) == waits);
      if (!waits && lane != absent && ~masks[0] != 0) CHECK((requests[lane].result >> lane & 1) == 0);
    }
  }
  CHECK(session.record.report().faults().empty());
}
