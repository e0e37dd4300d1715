// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/warp_player.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

int played_array[32];

}  // namespace

TEST_CASE("accesses of a warp's lanes are merged into as few requests as they can be, whatever the warp")
{
  std::mt19937 random(test::seed());
  tracing::cuda_machine machine;
  for (int turn = 0; turn < 20; ++turn) {
    tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
    machine.begin(session);
    tracing::access_counter counter(machine);
    counter.begin_launch("f");
    tracing::warp_player player(counter);
    player.begin_launch();
    auto& code = counter.code_at(&played_array, gf::access_kind::load, 4);

    // A launch of some warps, one of which has some accesses; the last warp may have fewer lanes.
    const int size = 1 + static_cast<int>(random() % 100), warps = (size + 31) / 32;
    const int warp = static_cast<int>(random() % static_cast<unsigned>(warps));
    std::vector<tracing::cuda_thread> threads(static_cast<std::size_t>(size));
    const tracing::running_block of{"f", {0, 0, 0}, threads.data(), size};
    tracing::warp_events events;
    std::int64_t most = 0, all = 0;
    for (int lane = 0; lane < size - 32 * warp && lane < 32; ++lane) {
      const auto times = static_cast<std::int64_t>(random() % 4);
      events.begin_turn(lane);
      for (int n = 0; n < times; ++n)
        events.add(lane, {reinterpret_cast<std::uint64_t>(&played_array[lane]), 0, &code});
      most = times > most ? times : most;
      all += times;
    }
    player.play(session, events, 0, of, warp);
    const gf::trace_report report = session.record.report();
    if (all > 0) {
      CHECK(report.site("played_array").requests == most);
      CHECK(report.site("played_array").accesses == all);
    }
    machine.end(session);
  }
}
