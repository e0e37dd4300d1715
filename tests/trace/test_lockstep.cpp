// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the accesses of diverging lanes become requests of a warp.
#include <gridfold/trace/lockstep.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Lanes as text: a letter is an access to a site, | the end of an iteration of a loop, a comma that of a second loop
/// after it, a dot that of an inner loop. Returns requests as text: the site and its lanes.
std::vector<std::string> played(const std::vector<std::string>& lanes)
{
  gf::tracing::lockstep warp;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    for (char site : lanes[lane])
      if (site == '|')
        warp.add_reconvergence(static_cast<int>(lane), 0);
      else if (site == ',')
        warp.add_reconvergence(static_cast<int>(lane), 1);
      else if (site == '.')
        warp.add_reconvergence(static_cast<int>(lane), 2, 1);
      else
        warp.add(static_cast<int>(lane), {0, site});
  std::vector<std::string> requests;
  warp.play([&](int site, const gf::request& r) {
    std::string text(1, static_cast<char>(site));
    for (int lane = 0; lane < gf::warp_threads; ++lane)
      if (r.has(lane)) text += std::to_string(lane);
    requests.push_back(text);
  });
  return requests;
}

using steps = std::vector<std::string>;

}  // namespace

TEST_CASE("lanes with equal accesses form one request")
{
  CHECK(played({"LLS", "LLS", "LLS"}) == steps{"L012", "L012", "S012"});
  CHECK(played({}).empty());
}

TEST_CASE("lanes that leave a loop early reconverge after it")
{
  CHECK(played({"LLLSSS", "LLSS", "LLLSSS"}) == steps{"L012", "L012", "L02", "S012", "S012", "S02"});
  CHECK(played({"LS", "LLLS"}) == steps{"L01", "L1", "L1", "S01"});
}

TEST_CASE("lanes that skip a branch wait for those that reach them by it, however many these are")
{
  CHECK(played({"BS", "B", "B", "S"}) == steps{"B012", "S03"});
  CHECK(played({"S", "BCS", "BC", "BC"}) == steps{"B123", "C123", "S01"});
}

TEST_CASE("accesses of different iterations are different requests")
{
  CHECK(played({"LSLL", "LLLS", "LLL"}) == steps{"L012", "S0", "L012", "L012", "S1"});
  CHECK(played({"LLSL", "LSLL"}) == steps{"L01", "S1", "L01", "S0", "L01"});
  CHECK(played({"LLSLLL", "LLLLSL", "LLSLLL"}) == steps{"L012", "L012", "S02", "L012", "L012", "S1", "L012"});
}

TEST_CASE("a lane that skips some of several accesses rejoins the others where its address fits")
{
  // Rows of 11 elements, a pitch of 100, over 8 lanes: lanes 0, 1 and 2 have two of each row, the others one.
  gf::tracing::lockstep warp;
  for (int row = 0; row < 3; ++row)
    for (int item = 0; item < 2; ++item)
      for (int lane = 0; lane < 8; ++lane)
        if (item * 8 + lane < 11) warp.add(lane, {static_cast<std::uint64_t>(4 * (row * 100 + item * 8 + lane)), 0});
  std::vector<int> lanes;
  warp.play([&](int, const gf::request& r) {
    lanes.push_back(r.lanes());
    for (int lane = 1; lane < 8; ++lane)
      if (r.has(lane)) CHECK(r.address[lane] == r.address[0] + static_cast<std::uint64_t>(4 * lane));
  });
  CHECK(lanes == std::vector<int>{8, 3, 8, 3, 8, 3});
}

TEST_CASE("branches of an if are taken one after the other")
{
  CHECK(played({"AZ", "BZ", "AZ"}).size() == 3);
  CHECK(played({"AZ", "BZ", "AZ"}).back() == "Z012");
}

TEST_CASE("lanes wait for each other at a point of reconvergence")
{
  CHECK(played({"S||", "|S|"}) == steps{"S0", "S1"});
  CHECK(played({"S", "S"}) == steps{"S01"});
  CHECK(played({"|L|S|", "L|L||", "L|L|S|"}) == steps{"L12", "L012", "S02"});
  CHECK(played({"|Z", "LLLL|Z"}) == steps{"L1", "L1", "L1", "L1", "Z01"});
}

TEST_CASE("finished lanes do not block reconvergence")
{
  CHECK(played({"L|L|", "L"}) == steps{"L01", "L0"});
  CHECK(played({"", "|||L"}) == steps{"L1"});
  CHECK(played({"||", "||"}).empty());
}

TEST_CASE("lanes in an inner loop continue while others wait at the end of an outer iteration")
{
  CHECK(played({"||S|", "L.L.|L.|S|"}) == steps{"L1", "L1", "L1", "S01"});
  CHECK(played({"L.|", "|S"}) == steps{"L0", "S1"});
}

TEST_CASE("lanes in two consecutive loops reconverge after both")
{
  CHECK(played({"A|A|", "B,B,", "A|A|"}).size() == 4);
  CHECK(played({"A|S,", "S,", "A|S,"}) == steps{"A02", "S012"});
}

TEST_CASE("inference does not look beyond a point of reconvergence")
{
  // Without points of reconvergence, lane 0 would wait with its B for lane 1's.
  CHECK(played({"B|", "A|B"}).size() == 3);
  CHECK(played({"B", "AB"}) == steps{"A1", "B01"});
}

TEST_CASE("every access is in exactly one request, and each lane's order is kept")
{
  std::uint32_t seed = 1;
  for (int repeat = 0; repeat < 100; ++repeat) {
    std::vector<std::string> lanes(32), seen(32);
    for (auto& lane : lanes)
      for (int i = 0; i < 40; ++i) {
        seed = seed * 1664525u + 1013904223u;
        lane += static_cast<char>('A' + (seed >> 20) % 4);
      }
    gf::tracing::lockstep warp;
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (char site : lanes[lane]) warp.add(static_cast<int>(lane), {0, site});
    warp.play([&](int site, const gf::request& r) {
      for (std::size_t lane = 0; lane < 32; ++lane)
        if (r.has(static_cast<int>(lane))) seen[lane] += static_cast<char>(site);
    });
    CHECK(seen == lanes);
  }
}
