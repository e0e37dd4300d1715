// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/warp_events.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

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
      [&](tracing::access_code& code, const gridfold::request& r) {
        requests += std::to_string(address_of(code)) + "x" + std::to_string(r.lanes()) + " ";
      });
  return requests;
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
