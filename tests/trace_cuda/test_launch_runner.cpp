// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/launch_runner.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <gridfold/trace_cuda/session.hpp>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

int calls = 0;
int run(const gridfold_cuda::cuda_launch& launch)
{
  return gridfold_cuda::run_launch(
      launch, [](void* count) { ++*static_cast<int*>(count); }, &calls, sizeof(calls));
}

}  // namespace

TEST_CASE("a launch calls the kernel in each thread of each block")
{
  CHECK(run({{2, 3, 1}, {5, 1, 2}, 0, "f", nullptr}) == 0);
  CHECK(calls == 60);
}

TEST_CASE("a launch that no GPU takes is refused as CUDA refuses it")
{
  constexpr int configuration = static_cast<int>(tracing::launch_error::configuration);
  calls = 0;
  CHECK(run({{0, 1, 1}, {1, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 1, 1}, {1025, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 1, 1}, {1, 1, 65}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 70000, 1}, {1, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 1, 1}, {1, 1, 1}, gridfold_cuda::most_shared_bytes + 1, "f", nullptr}) ==
        static_cast<int>(tracing::launch_error::value));
  CHECK(run({{0x80000000u, 1, 1}, {1, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(calls == 0);
}

namespace
{

/// What a thread sees of its launch.
using place = std::array<unsigned, 12>;
struct seen_places {
  std::vector<place> all;
  static void note(void* self)
  {
    const gridfold_uint3 &t = gridfold_thread_index, &b = gridfold_block_index, &e = gridfold_block_extent,
                         &g = gridfold_grid_extent;
    static_cast<seen_places*>(self)->all.push_back({b.z, b.y, b.x, t.z, t.y, t.x, e.x, e.y, e.z, g.x, g.y, g.z});
  }
};

}  // namespace

TEST_CASE("every thread of random launches knows its place, once, and launches, blocks and threads are counted")
{
  std::mt19937 random(test::seed());
  tracing::cuda_session* const session = tracing::begin_session(nullptr);
  std::int64_t blocks = 0, threads = 0, traced = 0;
  for (int turn = 0; turn < 30; ++turn) {
    const auto upto = [&](unsigned most) { return 1 + static_cast<unsigned>(random() % most); };
    const gridfold_cuda::cuda_launch launch{{upto(4), upto(3), upto(3)}, {upto(9), upto(7), upto(4)}, 0, "f", nullptr};
    const std::int64_t most = turn % 3 == 0 ? 0 : upto(20), size = launch.grid[0] * launch.grid[1] * launch.grid[2];
    tracing::trace_most_blocks(*session, most);
    seen_places seen;
    seen.all.reserve(36 * 9 * 7 * 4);
    CHECK(gridfold_cuda::run_launch(launch, &seen_places::note, &seen, sizeof(seen)) == 0);
    std::vector<place> expected;
    const auto each = [](const unsigned(&of)[3], auto f) {
      for (unsigned z = 0; z < of[2]; ++z)
        for (unsigned y = 0; y < of[1]; ++y)
          for (unsigned x = 0; x < of[0]; ++x) f(x, y, z);
    };
    each(launch.grid, [&](unsigned i, unsigned j, unsigned k) {
      each(launch.block, [&](unsigned x, unsigned y, unsigned z) {
        expected.push_back({k, j, i, z, y, x, launch.block[0], launch.block[1], launch.block[2], launch.grid[0],
                            launch.grid[1], launch.grid[2]});
      });
    });
    CHECK((seen.all == expected));
    blocks += size;
    threads += static_cast<std::int64_t>(expected.size());
    traced += most == 0 ? size : std::min(most, size);
  }
  CHECK(run({{1, 1, 1}, {1, 1, 1}, 0, "another", nullptr}) == 0);
  const auto& launches = tracing::launches_of(*session);
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].kernel == "f");
  CHECK(launches[0].launches == 30);
  CHECK(launches[0].blocks == blocks);
  CHECK(launches[0].threads == threads);
  CHECK(launches[0].traced_blocks == traced);
  CHECK(launches[1].kernel == "another");
  CHECK(launches[1].launches == 1);
  tracing::end_session(session);
}

TEST_CASE("the largest launches that a GPU takes")
{
  calls = 0;
  CHECK(run({{1, 1, 1}, {1024, 1, 1}, 0, "f", nullptr}) == 0);
  CHECK(run({{1, 1, 1}, {16, 1, 64}, gridfold_cuda::most_shared_bytes, "f", nullptr}) == 0);
  CHECK(calls == 2048);
}
