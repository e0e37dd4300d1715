// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How the accesses of lanes become requests of a warp, where lanes diverge.
#include <doctest/doctest.h>

#include <gridfold/trace/lockstep.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Lanes given as text: a letter is a site, a stroke the end of an iteration of a loop, a comma that of a second loop
/// beside it, a dot that of a loop inside. The requests as text: the site and the lanes that are in it.
std::vector<std::string> played(const std::vector<std::string>& lanes)
{
  gf::lockstep warp;
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

TEST_CASE("lanes that do the same do it together")
{
  CHECK(played({"LLS", "LLS", "LLS"}) == steps{"L012", "L012", "S012"});
  CHECK(played({}).empty());
}

TEST_CASE("lanes that leave a loop early wait behind it")
{
  CHECK(played({"LLLSSS", "LLSS", "LLLSSS"}) == steps{"L012", "L012", "L02", "S012", "S012", "S02"});
  CHECK(played({"LS", "LLLS"}) == steps{"L01", "L1", "L1", "S01"});
}

TEST_CASE("what a lane does in a turn of a loop is not what another does in a later one")
{
  CHECK(played({"LSLL", "LLLS", "LLL"}) == steps{"L012", "S0", "L012", "L012", "S1"});
  CHECK(played({"LLSL", "LSLL"}) == steps{"L01", "S1", "L01", "S0", "L01"});
  CHECK(played({"LLSLLL", "LLLLSL", "LLSLLL"}) == steps{"L012", "L012", "S02", "L012", "L012", "S1", "L012"});
}

TEST_CASE("a lane that skips some of a row of accesses meets the others where its address fits")
{
  // Rows of 11 elements, a pitch of 100, over 8 lanes: lanes 0, 1 and 2 have two of each row, the others one.
  gf::lockstep warp;
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

TEST_CASE("where lanes meet, each waits for the others")
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

TEST_CASE("lanes in a loop inside go on while others wait behind an iteration of the outer one")
{
  CHECK(played({"||S|", "L.L.|L.|S|"}) == steps{"L1", "L1", "L1", "S01"});
  CHECK(played({"L.|", "|S"}) == steps{"L0", "S1"});
}

TEST_CASE("lanes in two loops side by side wait for each other behind both")
{
  CHECK(played({"A|A|", "B,B,", "A|A|"}).size() == 4);
  CHECK(played({"A|S,", "S,", "A|S,"}) == steps{"A02", "S012"});
}

TEST_CASE("lanes that guess do not look beyond where they meet")
{
  // Left to guess, lane 0 would wait with its B for lane 1's.
  CHECK(played({"B|", "A|B"}).size() == 3);
  CHECK(played({"B", "AB"}) == steps{"A1", "B01"});
}

TEST_CASE("every access is in one request, and lanes keep their order, whatever they do")
{
  std::uint32_t seed = 1;
  for (int repeat = 0; repeat < 100; ++repeat) {
    std::vector<std::string> lanes(32), seen(32);
    for (auto& lane : lanes)
      for (int i = 0; i < 40; ++i) {
        seed = seed * 1664525u + 1013904223u;
        lane += static_cast<char>('A' + (seed >> 20) % 4);
      }
    gf::lockstep warp;
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (char site : lanes[lane]) warp.add(static_cast<int>(lane), {0, site});
    warp.play([&](int site, const gf::request& r) {
      for (std::size_t lane = 0; lane < 32; ++lane)
        if (r.has(static_cast<int>(lane))) seen[lane] += static_cast<char>(site);
    });
    CHECK(seen == lanes);
  }
}
