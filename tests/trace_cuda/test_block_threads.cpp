// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/block_threads.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;
using tracing::cuda_thread;

TEST_CASE("lanes go on when all of their mask that have not ended wait")
{
  std::vector<cuda_thread> threads(32);
  std::vector<tracing::lane_request> requests(32, {tracing::lanes_do::meet, 0xf});
  for (int lane = 0; lane < 32; ++lane) {
    threads[static_cast<std::size_t>(lane)].is = cuda_thread::state::runs;
    threads[static_cast<std::size_t>(lane)].request = &requests[static_cast<std::size_t>(lane)];
  }
  const tracing::waiting_lanes waiting(threads.data(), 32);
  CHECK(waiting.any() == 0);
  for (std::size_t lane : {0u, 1u, 3u}) threads[lane].is = cuda_thread::state::with_lanes;
  CHECK(waiting.complete() == 0);
  CHECK(waiting.any() == 0b1011);
  threads[2].is = cuda_thread::state::ended;
  CHECK(waiting.complete() == 0b1011);
  CHECK(waiting.converged() == 0);
  for (std::size_t lane : {0u, 1u, 3u}) requests[lane].what = tracing::lanes_do::converge;
  CHECK(waiting.complete() == 0);
  CHECK(waiting.converged() == 0b1011);
}

TEST_CASE("which lanes go on, of random states, masks and operations")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 5000; ++turn) {
    const int size = turn % 3 == 0 ? 1 + static_cast<int>(random() % 31) : 32;
    const std::uint32_t exist = size == 32 ? ~0u : (1u << size) - 1;
    const std::uint32_t masks[] = {~0u, static_cast<std::uint32_t>(random()), 0x0000ffffu};
    const tracing::lanes_do operations[] = {tracing::lanes_do::meet, tracing::lanes_do::ballot,
                                            tracing::lanes_do::converge};
    static const char code[8] = {};
    std::vector<cuda_thread> threads(static_cast<std::size_t>(size));
    std::vector<tracing::lane_request> requests(threads.size());
    const unsigned rarely = 1 + static_cast<unsigned>(random() % 40);
    for (std::size_t lane = 0; lane < threads.size(); ++lane) {
      requests[lane] = {operations[random() % 3], masks[random() % (rarely > 20 ? 3 : 1)]};
      threads[lane].request = &requests[lane];
      threads[lane].code = &code[random() % 2 + (requests[lane].what == tracing::lanes_do::converge ? 0 : 4)];
      threads[lane].is = random() % rarely == 0 ? std::array{cuda_thread::state::runs, cuda_thread::state::at_barrier,
                                                             cuda_thread::state::ended}[random() % 3]
                                                : cuda_thread::state::with_lanes;
    }
    const auto waits = [&](std::size_t lane) { return threads[lane].is == cuda_thread::state::with_lanes; };
    const auto alike = [&](std::size_t one) {
      std::uint32_t lanes = 0;
      for (std::size_t lane = 0; lane < threads.size(); ++lane)
        if (waits(lane) && requests[lane].what == requests[one].what &&
            ((requests[lane].mask ^ requests[one].mask) & exist) == 0)
          lanes |= 1u << lane;
      return lanes;
    };
    std::uint32_t any = 0, complete = 0, converged = 0;
    const void* lowest = nullptr;
    for (std::size_t lane = 0; lane < threads.size(); ++lane) {
      if (!waits(lane)) continue;
      if (any == 0) any = alike(lane);
      if (requests[lane].what == tracing::lanes_do::converge) {
        if (lowest == nullptr || threads[lane].code < lowest) lowest = threads[lane].code;
        continue;
      }
      bool all_there = true;
      for (std::size_t other = 0; other < threads.size(); ++other)
        if ((requests[lane].mask >> other & 1) != 0 && threads[other].is != cuda_thread::state::ended)
          all_there = all_there && (alike(lane) >> other & 1) != 0;
      if (all_there && complete == 0) complete = alike(lane);
    }
    for (std::size_t lane = 0; lane < threads.size(); ++lane)
      if (lowest != nullptr && waits(lane) && threads[lane].code == lowest) converged |= 1u << lane;
    const tracing::waiting_lanes waiting(threads.data(), size);
    CHECK(waiting.any() == any);
    CHECK(waiting.complete() == complete);
    CHECK(waiting.converged() == converged);
  }
}
