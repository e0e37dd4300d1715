// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/thread_turns.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

tracing::thread_turns* block = nullptr;
std::vector<int> ran;
int pauses = 0;

/// Pauses, each time until other threads have run.
void run_thread()
{
  for (int n = 0; n < pauses; ++n) {
    ran.push_back(block->rank());
    block->suspend(tracing::running_code::mode::untraced);
  }
  ran.push_back(block->rank());
  block->end_thread();
}

}  // namespace

TEST_CASE("each thread of random blocks gets as many turns as it needs, and a block stops when it is told to")
{
  std::mt19937 random(test::seed());
  tracing::cuda_session session{tracing::rules_of<gridfold::sectors, gridfold::banks<32>>()};
  tracing::thread_turns turns;
  block = &turns;
  for (int turn = 0; turn < 40; ++turn) {
    const unsigned extents[3] = {1 + static_cast<unsigned>(random() % 50), 1 + static_cast<unsigned>(random() % 3), 1};
    pauses = static_cast<int>(random() % 5);
    turns.begin_launch(session, extents, &run_thread);
    session.record.begin_launch();
    session.record.begin_block({0, 0, 0}, turns.size());
    turns.begin_block();
    CHECK(turns.size() == static_cast<int>(extents[0] * extents[1]));
    ran.resize(0);
    std::int64_t left = 1 << 30;
    const auto play = [](auto&, std::uint32_t, int) {};
    const auto release = [](int) { return false; };
    CHECK(turns.run_warps(tracing::running_code::mode::untraced, left, play, release));
    std::vector<int> times(static_cast<std::size_t>(turns.size()));
    for (const int rank : ran) ++times[static_cast<std::size_t>(rank)];
    CHECK(times == std::vector<int>(times.size(), pauses + 1));
    CHECK(turns.ticks_in_turn() == 0);
    CHECK(turns.ticks_in_turn() == 1);

    turns.begin_block();
    turns.stop();
    ran.resize(0);
    left = 1 << 30;
    CHECK(!turns.run_warps(tracing::running_code::mode::untraced, left, play, release));
    CHECK(ran == std::vector<int>());
    turns.stop_block();
    CHECK(!turns.is_stuck());
  }
}
