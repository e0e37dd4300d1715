// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/block_threads.hpp>

#include <doctest/doctest.h>

#include <vector>

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
