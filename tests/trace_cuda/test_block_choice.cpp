// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/block_choice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

/// Blocks that are traced of a launch whose traced blocks have `events` each.
std::vector<std::int64_t> traced(tracing::cuda_session& session, std::int64_t blocks, std::int64_t events,
                                 bool is_known = false)
{
  tracing::block_choice choice(session, blocks, is_known);
  std::vector<std::int64_t> chosen;
  for (std::int64_t b = 0; b < blocks; ++b)
    if (choice.traces(b)) {
      chosen.push_back(b);
      session.traced_events += events;
    }
  return chosen;
}

}  // namespace

TEST_CASE("the number of blocks that is asked for is traced, spread over the grid")
{
  std::mt19937 random(test::seed());
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  for (int turn = 0; turn < 50; ++turn) {
    const std::int64_t blocks = 1 + static_cast<std::int64_t>(random() % 1000);
    const std::int64_t most = 1 + static_cast<std::int64_t>(random() % 50);
    session.most_blocks = most;
    const std::vector<std::int64_t> chosen = traced(session, blocks, 1);
    CHECK(static_cast<std::int64_t>(chosen.size()) == std::min(most, blocks));
    for (std::size_t n = 1; n < chosen.size(); ++n) CHECK(chosen[n] - chosen[n - 1] <= blocks / most + 1);
  }
}

TEST_CASE("a budget of events traces all blocks of small launches, some of large ones, and at least one of each kernel")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
    session.event_budget = 10000 + static_cast<std::int64_t>(random() % 10000);
    const std::int64_t quarter = session.event_budget / 4, events = 1 + static_cast<std::int64_t>(random() % 100);
    const auto size = static_cast<std::size_t>((quarter - 1) / events);
    CHECK(traced(session, static_cast<std::int64_t>(size), events).size() == size);
    for (int launch = 0; launch < 20; ++launch) {
      const std::vector<std::int64_t> chosen = traced(session, 100000, events);
      REQUIRE(!chosen.empty());
      CHECK(chosen.front() == 0);
      if (chosen.size() > 1) CHECK(chosen.back() >= 50000);
    }
    CHECK(session.traced_events <= session.event_budget + 20 * events);
    session.traced_events = session.event_budget;
    CHECK(traced(session, 1000, events).size() == 1);
    CHECK(traced(session, 1000, events, true).empty());
  }
}
