// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/lane_operations.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <random>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;
using tracing::lanes_do;

namespace
{

struct lanes {
  tracing::lane_request request[32];
  tracing::lane_requests those = {};

  lanes(lanes_do what, std::uint32_t mask)
  {
    for (int lane = 0; lane < 32; ++lane) {
      const int value = 100 - lane;
      request[lane] = {what, mask, 4, (lane + 1) % 32, true};
      std::memcpy(request[lane].value, &value, 4);
      if ((mask >> lane & 1) != 0) those[lane] = &request[lane];
    }
  }
  [[nodiscard]] int value(int lane) const
  {
    int v;
    std::memcpy(&v, request[lane].value, 4);
    return v;
  }
};

}  // namespace

TEST_CASE("shuffles give the source's value, and name lanes whose source is absent")
{
  lanes all(lanes_do::shuffle, ~0u), half(lanes_do::shuffle, 0xffffu);
  CHECK(tracing::answer(all.those) == 0);
  CHECK(all.value(3) == 96);
  CHECK(all.value(31) == 100);
  CHECK(tracing::answer(half.those) == 1u << 15);
}

TEST_CASE("reductions and matches")
{
  lanes sum(lanes_do::add, 7), least(lanes_do::min, ~0u), any(lanes_do::match_any, ~0u), same(lanes_do::match_all, 1);
  tracing::answer(sum.those);
  CHECK(sum.value(2) == 100 + 99 + 98);
  tracing::answer(least.those);
  CHECK(least.value(0) == 69);
  tracing::answer(any.those);
  CHECK(any.request[5].result == 1u << 5);
  tracing::answer(same.those);
  CHECK(same.request[0].result == 1);
}

TEST_CASE("every operation of random lanes and values, of every width")
{
  std::mt19937 random(test::seed());
  const lanes_do operations[] = {lanes_do::meet,      lanes_do::shuffle, lanes_do::ballot,  lanes_do::match_any,
                                 lanes_do::match_all, lanes_do::add,     lanes_do::min,     lanes_do::max,
                                 lanes_do::bit_and,   lanes_do::bit_or,  lanes_do::bit_xor, lanes_do::converge};
  for (int turn = 0; turn < 2000; ++turn) {
    const lanes_do what = operations[random() % 12];
    const bool is_signed = random() % 2 == 0, wide = random() % 3 == 0, few = what == lanes_do::match_any;
    const std::uint32_t mask = random() % 4 == 0 ? ~0u : static_cast<std::uint32_t>(random() & random());
    const auto equal = static_cast<std::int32_t>(random());
    lanes all(what, mask);
    std::int64_t before[32];
    for (int lane = 0; lane < 32; ++lane) {
      auto& r = all.request[lane];
      r.bytes = wide ? 8 : 4;
      r.is_signed = is_signed;
      r.source = static_cast<int>(random() % 32);
      std::int64_t value = static_cast<std::int32_t>(random());
      if (few) value = static_cast<std::int64_t>(random() % 3) << (wide ? 40 : 20);
      if (what == lanes_do::match_all && turn % 3 != 0) value = equal;
      if (what == lanes_do::ballot) value = static_cast<std::int64_t>(random() % 2);
      if (!is_signed && !wide) value &= 0xffffffff;
      std::memcpy(r.value, &value, 8);
      before[lane] = value;
    }
    const std::uint32_t misled = tracing::answer(all.those);
    std::uint32_t votes = 0, expected_misled = 0;
    std::int64_t folded = 0;
    bool same = true, begun = false;
    for (int lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const std::int64_t v = before[lane];
      same = same && v == before[__builtin_ctz(mask)];
      if (v != 0) votes |= 1u << lane;
      if (what == lanes_do::shuffle && (mask >> all.request[lane].source & 1) == 0) expected_misled |= 1u << lane;
      folded = !begun                      ? v
               : what == lanes_do::add     ? folded + v
               : what == lanes_do::min     ? (v < folded ? v : folded)
               : what == lanes_do::max     ? (v > folded ? v : folded)
               : what == lanes_do::bit_and ? (folded & v)
               : what == lanes_do::bit_or  ? (folded | v)
                                           : (folded ^ v);
      begun = true;
    }
    int wrong = misled != expected_misled;
    for (int lane = 0; lane < 32; ++lane) {
      const auto& r = all.request[lane];
      std::int64_t value = 0;
      std::memcpy(&value, r.value, wide ? 8 : 4);
      std::int64_t expected = before[lane];
      std::uint32_t result = mask;
      if ((mask >> lane & 1) == 0) {
        result = 0;
      } else if (what == lanes_do::shuffle) {
        if ((mask >> r.source & 1) != 0) expected = before[r.source];
      } else if (what == lanes_do::ballot) {
        expected = mask;
        result = votes;
      } else if (what == lanes_do::match_any) {
        result = 0;
        for (int other = 0; other < 32; ++other)
          if ((mask >> other & 1) != 0 && before[other] == before[lane]) result |= 1u << other;
      } else if (what == lanes_do::match_all) {
        result = same ? mask : 0;
      } else if (what != lanes_do::meet && what != lanes_do::converge) {
        expected = folded;
      }
      if (!wide) expected &= 0xffffffff;
      wrong += value != expected || r.result != result;
    }
    CAPTURE(static_cast<int>(what));
    CAPTURE(mask);
    CHECK(wrong == 0);
  }
}
