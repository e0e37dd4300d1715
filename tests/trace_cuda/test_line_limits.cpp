// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/line_limits.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("a lane loads no more bytes on a line than nvcc's loads outside of loops have")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 20; ++turn) {
    tracing::line_accesses made, looped;
    for (auto n = 1 + random() % 5; n > 0; --n) made.add(4 << random() % 3, "[R2]");
    looped = made;
    looped.in_loop = true;
    tracing::line_limits limits;
    std::vector<int> loaded(32, 0);
    for (int n = 0; n < 40; ++n) {
      const int bytes = 4 << random() % 3, warp = 32 * static_cast<int>(random() % 2);
      gf::request r;
      for (int lane = 0; lane < 32; ++lane)
        if (random() % 3 == 0) r.add(lane, 4096);
      CHECK(limits.lanes_below(r, bytes, warp, looped) == r.active);
      CHECK(limits.lanes_below(r, bytes, warp, {}) == r.active);
      const std::uint32_t below = limits.lanes_below(r, bytes, warp, made);
      CHECK((below & ~r.active) == 0);
      if (warp != 0) continue;
      for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
        int& own = loaded[static_cast<std::size_t>(std::countr_zero(lanes))];
        const bool fits = own + bytes <= made.bytes();
        CHECK((below >> std::countr_zero(lanes) & 1) == std::uint32_t{fits});
        if (fits) own += bytes;
      }
    }
    limits.end_interval();
    gf::request all;
    for (int lane = 0; lane < 32; ++lane) all.add(lane, 4096);
    CHECK(limits.lanes_below(all, 4, 0, made) == ~0u);
  }
}
