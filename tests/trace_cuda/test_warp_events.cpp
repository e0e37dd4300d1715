// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/warp_events.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

tracing::access_code code_at(std::uint64_t address)
{
  tracing::access_code code;
  code.pc = reinterpret_cast<const void*>(address);
  return code;
}
std::uint64_t address_of(const tracing::access_code& code) { return reinterpret_cast<std::uint64_t>(code.pc); }

std::string played(tracing::warp_events& events, std::uint32_t open)
{
  std::string requests;
  events.play(
      open, [](const tracing::warp_event& e) { return e.code == nullptr ? e.address() : address_of(*e.code); },
      [&](tracing::access_code& code, const gridfold::kept_request& r) {
        requests += std::to_string(address_of(code)) + "x" + std::to_string(r.lanes()) + " ";
      });
  return requests;
}

/// What the lanes' first events are merged to, one step after another, until a lane of `open` has none left.
std::string merged(std::vector<std::vector<tracing::warp_event>>& lanes, std::uint32_t open)
{
  const auto key = [](const tracing::warp_event& e) {
    return std::pair(-static_cast<std::int64_t>(e.depth()), e.code == nullptr ? e.address() : address_of(*e.code));
  };
  std::string requests;
  for (std::size_t lane = 0; lane < 32; ++lane)
    if (lanes[lane].empty() && (open >> lane & 1) != 0) return requests;
  for (;;) {
    const std::vector<tracing::warp_event>* first = nullptr;
    for (const auto& lane : lanes)
      if (!lane.empty() && (first == nullptr || key(lane[0]) < key((*first)[0]))) first = &lane;
    if (first == nullptr) return requests;
    const tracing::warp_event step = (*first)[0];
    int acting = 0;
    bool is_dry = false;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      auto& events = lanes[lane];
      if (events.empty() || key(events[0]) != key(step)) continue;
      ++acting;
      events.erase(events.begin());
      is_dry = is_dry || (events.empty() && (open >> lane & 1) != 0);
    }
    if (step.code != nullptr) requests += std::to_string(address_of(*step.code)) + "x" + std::to_string(acting) + " ";
    if (is_dry) return requests;
  }
}

}  // namespace

TEST_CASE("lanes that part go one after another, lowest code first, and reconverge")
{
  tracing::access_code branch = code_at(20);
  tracing::access_code other = code_at(30);
  tracing::access_code end = code_at(40);
  tracing::warp_events events;
  for (int lane = 0; lane < 32; ++lane) {
    const bool odd = lane % 2 != 0;
    events.add(lane, {odd ? 29u : 19u, 0, nullptr});
    events.add(lane, {1000, 0, odd ? &other : &branch});
    events.add(lane, {2000, 0, &end});
  }
  CHECK(played(events, 0) == "20x16 30x16 40x32 ");
}

TEST_CASE("a lane that has skipped an iteration is not mixed with the next one")
{
  tracing::access_code body = code_at(20);
  tracing::warp_events events;
  for (int iteration = 0; iteration < 2; ++iteration)
    for (int lane = 0; lane < 32; ++lane) {
      events.add(lane, {10, 0, nullptr});
      if (iteration == 1 || lane < 4) events.add(lane, {0, 0, &body});
      events.add(lane, {30, 0, nullptr});
    }
  CHECK(played(events, 0) == "20x4 20x32 ");
}

TEST_CASE("lanes that call a function return before the others go on, wherever its code lies")
{
  for (const std::uint64_t function : {10, 50}) {
    tracing::access_code called = code_at(function + 1);
    tracing::access_code after = code_at(40);
    tracing::warp_events events;
    for (int iteration = 0; iteration < 2; ++iteration)
      for (int lane = 0; lane < 32; ++lane) {
        events.add(lane, {20, 1, nullptr});
        if (lane % 4 == iteration) {
          events.add(lane, {function, 2, nullptr});
          events.add(lane, {1000, 2, &called});
        }
        events.add(lane, {2000, 1, &after});
      }
    const std::string of_function = std::to_string(function + 1) + "x8 ";
    CHECK(played(events, 0) == of_function + "40x32 " + of_function + "40x32 ");
  }
}

TEST_CASE("a lane of which more is to come holds the others")
{
  tracing::access_code first = code_at(20);
  tracing::warp_events events;
  events.add(0, {0, 0, &first});
  CHECK(played(events, 3).empty());
  events.add(1, {0, 0, &first});
  CHECK(played(events, 3) == "20x2 ");
  CHECK(events.is_dry(0));
  for (std::size_t n = 1; n < tracing::warp_events::room; ++n) REQUIRE(events.add(0, {0, 0, &first}));
  CHECK(!events.add(0, {0, 0, &first}));
}

TEST_CASE("lanes of random events act as those with the lowest code, whether they begin alike or not")
{
  std::mt19937 random(test::seed());
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<tracing::access_code> codes;
  for (std::uint64_t n = 0; n < 6; ++n) codes.push_back(code_at(15 + 10 * n));
  tracing::warp_events events;  // one for all rounds: what a round leaves must not matter
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<tracing::warp_event>> lanes(32);
    const auto draw = [&](std::uint64_t address) {
      tracing::access_code* const code = below(2) == 0 ? &codes[below(6)] : nullptr;
      return tracing::warp_event(code != nullptr ? address : 10 * (1 + below(7)), static_cast<int>(below(2)), code);
    };
    std::vector<tracing::warp_event> common(below(8));
    for (auto& e : common) e = draw(0);
    const unsigned parts = below(3), idle = below(4);
    for (auto& lane : lanes) {
      if (idle == 0 && below(4) == 0) continue;
      for (const auto& e : common) lane.push_back(e);
      if (parts == 0) lane.resize(below(static_cast<unsigned>(lane.size() + 1)));
      for (unsigned n = parts * below(5); n > 0; --n) lane.push_back(draw(below(1000)));
    }
    std::uint32_t open = 0;
    for (int lane = 0; lane < 32; ++lane) {
      if (!lanes[static_cast<std::size_t>(lane)].empty() && round % 2 == 0 && below(3) == 0) open |= 1u << lane;
      for (const auto& e : lanes[static_cast<std::size_t>(lane)]) events.add(lane, e);
    }
    std::string expected = merged(lanes, open);
    CHECK(played(events, open) == expected);
    expected = merged(lanes, 0);
    CHECK(played(events, 0) == expected);
  }
}
