// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/warp_lanes.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;
using gf::tracing::warp_lanes;

TEST_CASE("a lane's accesses are taken in their order, up to a point of reconvergence")
{
  warp_lanes lanes;
  lanes.add(3, {100, 1});
  lanes.add(3, {200, 2});
  lanes.add_reconvergence(3, 0);
  lanes.add(3, {300, 1});
  lanes.start();
  CHECK(lanes.size(3) == 4);
  CHECK(lanes.at(0) == warp_lanes::nothing);
  CHECK(lanes.at(3) == 1);
  CHECK(lanes.at(3, 1) == 2);
  CHECK(lanes.ahead(3, 2) == warp_lanes::nothing);
  CHECK(lanes.left(3) == 2);
  CHECK(lanes.take(3) == 100);
  CHECK(lanes.take(3) == 200);
  CHECK(warp_lanes::is_reconvergence(lanes.at(3)));
  lanes.reconverge();
  CHECK(lanes.at(3) == 1);
  CHECK(lanes.address(3) == 300);
}

TEST_CASE("cleared lanes have no accesses")
{
  warp_lanes lanes;
  lanes.add(0, {4, 7});
  lanes.remove_all();
  CHECK(lanes.size(0) == 0);
}
