// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/lane_events.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <gridfold/trace_cuda/warp_events.hpp>
#include <map>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

tracing::access_code code_at(std::uint64_t address)
{
  tracing::access_code code;
  code.pc = reinterpret_cast<const void*>(address);
  return code;
}
std::uint64_t place_of(const tracing::warp_event& e)
{
  return e.code == nullptr ? e.address() : reinterpret_cast<std::uint64_t>(e.code->pc);
}

}  // namespace

TEST_CASE("lanes with different numbers of rounds act together where they are in one copy of an unrolled loop")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 40; ++turn) {
    tracing::compiled_line line;
    line.loop = {random() % 2 == 0 ? 4 : 16, random() % 2 == 0};
    const bool tests_first = random() % 2 == 0;
    const int most = random() % 4 == 0 ? 3000 : 40;
    tracing::access_code body = code_at(125), after = code_at(145);
    std::array<int, 32> rounds;
    for (int& n : rounds) n = static_cast<int>(random() % static_cast<unsigned>(most));
    // Each round as often as the lane with the most rounds in its part and trip makes it.
    std::map<std::pair<int, std::int64_t>, std::int64_t> expected;
    for (const int n : rounds) {
      std::map<int, std::int64_t> of_part;
      for (int round = 0; round < n; ++round) ++of_part[tracing::round_of(line.loop, round, n).part];
      for (const auto& [part, count] : of_part) {
        std::int64_t& all = expected[{part, 0}];
        all = std::max(all, count);
      }
    }
    std::int64_t requests = 0;
    for (const auto& [part, count] : expected) requests += count;

    tracing::warp_events events;
    tracing::unrolled_loops loops;
    std::int64_t found = 0, lanes = 0, afterwards = 0;
    std::array<int, 32> done{};
    std::array<bool, 32> ended{};
    for (bool open = true; open;) {
      std::uint32_t still = 0;
      for (int lane = 0; lane < 32; ++lane) {
        const auto l = static_cast<std::size_t>(lane);
        bool goes_on = !ended[l] && events.is_dry(lane);
        if (goes_on) events.begin_turn(lane);
        while (goes_on && done[l] < rounds[l]) {
          if (done[l] == 0) events.add(lane, {100, 0, nullptr});
          if (tests_first) events.add(lane, {110, 0, nullptr});
          events.add(lane, {120, 0, nullptr});
          goes_on = events.add(lane, {1, 0, &body});
          ++done[l];
        }
        if (goes_on) {
          if (tests_first) events.add(lane, {110, 0, nullptr});
          events.add(lane, {140, 0, nullptr});
          events.add(lane, {2, 0, &after});
          ended[l] = true;
        }
        if (!ended[l]) still |= 1u << lane;
      }
      events.play_unrolled(
          loops, still, 0, place_of, [&](const tracing::access_code& code) { return &code == &body ? &line : nullptr; },
          [&](tracing::access_code& code, const gf::request& r, const tracing::unrolled_round& round) {
            if (&code == &after) {
              ++afterwards;
              CHECK(r.lanes() == 32);
              return;
            }
            ++found;
            lanes += r.lanes();
            if (loops.at(tests_first ? 110 : 120) != nullptr) CHECK(round.part != tracing::unrolled_round::no_loop);
          });
      open = still != 0;
    }
    std::int64_t all = 0;
    for (const int n : rounds) all += n;
    CHECK(lanes == all);
    CHECK(afterwards == 1);
    CHECK(found == requests);
  }
}

TEST_CASE("the last loads of a lane that ends in front of them are left out, but not those of a copied struct")
{
  tracing::access_code load, other, store;
  load.does = other.does = gf::access_kind::load;
  store.does = gf::access_kind::store;
  tracing::compiled_line behind;
  behind.shared_loads.count = behind.behind_exit = 1;
  const tracing::compiled_line elsewhere;
  const auto line_of = [&](const tracing::access_code& code) { return &code == &load ? &behind : &elsewhere; };
  const auto left = [&](const std::vector<tracing::access_code*>& events) {
    tracing::lane_events lane;
    for (tracing::access_code* const code : events) lane.add({100, 0, code});
    lane.remove_last(line_of);
    lane.make_ready();
    std::vector<tracing::access_code*> all;
    for (; !lane.is_dry(); lane.pop()) all.push_back(lane.front().code);
    return all;
  };
  using codes = std::vector<tracing::access_code*>;
  CHECK(left({nullptr, &other, nullptr, &load, &load, nullptr}) == codes{nullptr, &other, nullptr, nullptr});
  CHECK(left({&load, nullptr, &other, nullptr}) == codes{&load, nullptr, &other, nullptr});
  CHECK(left({nullptr, &store, &load, &load, nullptr}) == codes{nullptr, &store, &load, &load, nullptr});
  CHECK(left({&store, nullptr, &load}) == codes{&store, nullptr});
}

TEST_CASE("of a line's loads those behind the end are left out, if the lane has made each of them and none behind it")
{
  tracing::access_code x, y, z, other, later;
  x.does = y.does = z.does = other.does = later.does = gf::access_kind::load;
  tracing::compiled_line line, before, behind;
  line.global_loads.count = 3;
  line.behind_exit = 2;
  line.is_before_exit = before.is_before_exit = true;
  const auto line_of = [&](const tracing::access_code& code) {
    return &code == &other ? &before : &code == &later ? &behind : &line;
  };
  using codes = std::vector<tracing::access_code*>;
  const auto left = [&](const codes& events) {
    tracing::lane_events lane;
    for (tracing::access_code* const code : events) lane.add({100, 0, code});
    lane.remove_last(line_of);
    lane.make_ready();
    codes all;
    for (; !lane.is_dry(); lane.pop()) all.push_back(lane.front().code);
    return all;
  };
  CHECK(left({&x, &y, &z, nullptr, &other}) == codes{&x, nullptr, &other});
  CHECK(left({&other, &x, &y, nullptr, &z}) == codes{&other, &x, nullptr});
  for (const codes& all :
       {codes{&x, &y, &z, nullptr, &other, &later}, codes{&x, &y, nullptr, &other}, codes{&x, &x, &y, &z}})
    CHECK(left(all) == all);
}
