// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/lane_loops.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// The requests of two lanes that do three and one iterations of an outer loop, and in each two of an inner one if
/// `inner`. Lane 1 leaves the outer loop early. After it both access site 9.
std::vector<std::string> requests_of(bool inner)
{
  const char outer_begin = 0, outer = 0, outer_end = 0, inner_begin = 0, inner_loop = 0;
  gf::tracing::lockstep warp;
  gf::tracing::lane_loops loops;
  for (int lane = 0; lane < 2; ++lane) {
    loops.begin(warp, lane, &outer_begin);
    for (int n = 0; n < (lane == 0 ? 3 : 1); ++n) {
      warp.add(lane, {0, 1});
      if (inner) {
        loops.begin(warp, lane, &inner_begin);
        for (int m = 0; m < 2; ++m) {
          warp.add(lane, {0, 2});
          loops.end_iteration(warp, lane, &inner_loop);
        }
        loops.end();
      }
      loops.end_iteration(warp, lane, &outer);
    }
    loops.leave(warp, lane, &outer_end);
    loops.end();
    warp.add(lane, {0, 9});
  }
  std::vector<std::string> requests;
  warp.play([&](int site, const gf::request& r) {
    std::string text = std::to_string(site) + ":";
    for (int lane = 0; lane < 2; ++lane)
      if (r.has(lane)) text += std::to_string(lane);
    requests.push_back(text);
  });
  return requests;
}

using steps = std::vector<std::string>;

}  // namespace

TEST_CASE("lanes that leave a loop after different iterations wait for each other behind it")
{
  CHECK(requests_of(false) == steps{"1:01", "1:0", "1:0", "9:01"});
}

TEST_CASE("lanes act together in an inner loop too")
{
  CHECK(requests_of(true) == steps{"1:01", "2:01", "2:01", "1:0", "2:0", "2:0", "1:0", "2:0", "2:0", "9:01"});
}
