// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/warp_lanes.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

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

namespace
{

/// Lanes as text: a letter is an access, | the end of an iteration of a loop, a comma and a semicolon those of other
/// loops after it, a dot that of an inner loop of the first.
warp_lanes lanes_of(const std::vector<std::string>& lanes)
{
  warp_lanes all;
  for (std::size_t n = 0; n < lanes.size(); ++n)
    for (const char c : lanes[n]) {
      const int lane = static_cast<int>(n);
      if (c == '|')
        all.add_reconvergence(lane, 0);
      else if (c == ',')
        all.add_reconvergence(lane, 1);
      else if (c == '.')
        all.add_reconvergence(lane, 2, 1);
      else if (c == ';')
        all.add_reconvergence(lane, 3);
      else
        all.add(lane, {0, c});
    }
  all.start();
  return all;
}

/// Which of the first lanes go on: - for one that is held or done.
std::string going_on(const warp_lanes& lanes, int count)
{
  std::string text;
  for (int lane = 0; lane < count; ++lane) {
    const int site = lanes.at(lane);
    text += site == warp_lanes::nothing ? '-' : warp_lanes::is_reconvergence(site) ? '|' : static_cast<char>(site);
  }
  return text;
}

}  // namespace

TEST_CASE("a lane in a later loop is held while another has an earlier loop to finish, and will come to the later one")
{
  CHECK(going_on(lanes_of({"a,", "b|c,"}), 2) == "-b");
  CHECK(going_on(lanes_of({"b|c,", "a,"}), 2) == "b-");
  CHECK(going_on(lanes_of({"a,", "b|c,", "d,"}), 3) == "-b-");
  CHECK(going_on(lanes_of({"a,", "b|c"}), 2) == "ab");     // the other never comes there
  CHECK(going_on(lanes_of({"a,d|", "b|c,"}), 2) == "ab");  // this one comes back to the earlier loop
  CHECK(going_on(lanes_of({"a.", "b|c."}), 2) == "ab");    // of another depth
  CHECK(going_on(lanes_of({"a|", "b|c,"}), 2) == "ab");    // both in one loop
  CHECK(going_on(lanes_of({"a", "b|c,"}), 2) == "ab");     // in none
  CHECK(going_on(lanes_of({"a,", "b|c,", "d"}), 3) == "-bd");
  CHECK(going_on(lanes_of({"a|b;", "c,d|", "e;f,"}), 3) == "ace");  // each is ahead of another: none is held
}

TEST_CASE("a held lane goes on when the others have reached its loop")
{
  warp_lanes lanes = lanes_of({"a,", "b|c,"});
  CHECK(lanes.left(1) == 1);
  (void)lanes.take(1);
  CHECK(going_on(lanes, 2) == "-|");
  lanes.reconverge();
  CHECK(going_on(lanes, 2) == "ac");
  (void)lanes.take(0);
  (void)lanes.take(1);
  CHECK(going_on(lanes, 2) == "||");
  lanes.reconverge();
  CHECK(going_on(lanes, 2) == "--");
}

TEST_CASE("lanes at an inner loop's end are released before those at an outer one's, of one depth the first loop's")
{
  warp_lanes lanes = lanes_of({"|a", ".b|a", ".b|a"});
  CHECK(going_on(lanes, 3) == "|||");
  lanes.reconverge();
  CHECK(going_on(lanes, 3) == "|bb");
  warp_lanes either = lanes_of({",a", "|b"});
  either.reconverge();
  CHECK(going_on(either, 2) == "|b");
  either.reconverge();
  CHECK(going_on(either, 2) == "ab");
}

TEST_CASE("cleared lanes are as new ones, and forget their loops")
{
  warp_lanes lanes = lanes_of({"a.", "b|c,"});
  (void)lanes.take(0);
  lanes.remove_all();
  lanes.add(0, {4, 'x'});
  lanes.add(1, {8, 'y'});
  lanes.start();
  CHECK(going_on(lanes, 3) == "xy-");
  CHECK(lanes.left(0) == 1);
  CHECK(lanes.take(1) == 8);
  CHECK(lanes.at(1) == warp_lanes::nothing);
}
