// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/device_memory.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

TEST_CASE("ranges are found by addresses in them and near them")
{
  tracing::device_memory memory;
  memory.add({1000, 1100, nullptr, gridfold::memory_kind::in_global, "a"});
  memory.add({1200, 1300, nullptr, gridfold::memory_kind::in_global, "b"});
  CHECK(memory.find(1099)->name == "a");
  CHECK(memory.find(1100) == nullptr);
  CHECK(memory.nearest(1120, 64)->name == "a");
  CHECK(memory.nearest(1190, 64)->name == "b");
  CHECK(memory.nearest(1500, 64) == nullptr);
  memory.add({1050, 1250, nullptr, gridfold::memory_kind::in_global, "c"});
  CHECK(memory.find(1010) == nullptr);
  CHECK(memory.find(1260) == nullptr);
  memory.remove(1050);
  CHECK(memory.find(1060) == nullptr);
}

TEST_CASE("a range that nothing is said of has no bytes")
{
  const tracing::device_range none;
  CHECK((none.begin == 0 && none.end == 0 && none.memory == nullptr && none.allocated == nullptr && !none.is_ignored));
}

TEST_CASE("the name of an array in a call")
{
  CHECK(tracing::name_in_call("&x, n * sizeof(float)") == "x");
  CHECK(tracing::name_in_call("(void**)&d_in, bytes") == "d_in");
  CHECK(tracing::name_in_call("(void **) &(s.data[2]), 4") == "s.data[2]");
}

TEST_CASE("ranges that come and go at random: each address belongs to the last one there, or to the nearest")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 100; ++turn) {
    tracing::device_memory memory;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (int step = 0; step < 30; ++step) {
      if (random() % 4 == 0 && !ranges.empty()) {
        const std::size_t gone = random() % ranges.size();
        memory.remove(ranges[gone].first);
        ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(gone));
      } else {
        const std::uint64_t begin = 100 + random() % 300, end = begin + 1 + random() % 60;
        CHECK(memory.add({begin, end}).end == end);
        std::erase_if(ranges, [=](const auto& r) { return r.first < end && r.second > begin; });
        ranges.emplace_back(begin, end);
      }
      const std::uint64_t reach = 1 + random() % 40;
      int wrong = 0;
      for (std::uint64_t at = 0; at < 600; ++at) {
        std::uint64_t owner = 0, nearest = 0, distance = reach + 1;
        for (const auto& [begin, end] : ranges) {
          if (at >= begin && at < end) owner = begin;
          const std::uint64_t away = at < begin ? begin - at : at - (end - 1);
          if (away <= reach && (away < distance || (away == distance && begin < at))) {
            nearest = begin;
            distance = away;
          }
        }
        const auto* const found = memory.find(at);
        wrong += (found == nullptr ? 0 : found->begin) != owner;
        if (owner != 0) continue;
        const auto* const close = memory.nearest(at, reach);
        wrong += (close == nullptr ? 0 : close->begin) != nearest;
      }
      CHECK(wrong == 0);
    }
    std::size_t count = 0;
    memory.for_each([&](const tracing::device_range&) { ++count; });
    CHECK(count == ranges.size());
  }
}

TEST_CASE("allocated memory is aligned, zeroed and has a margin on both sides")
{
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{513}, std::size_t{100000}}) {
    const tracing::device_range range = tracing::device_memory::allocated(bytes, "x", gridfold::role::output);
    CHECK(range.begin % 512 == 0);
    CHECK(range.end - range.begin == bytes);
    CHECK(range.name == "x");
    CHECK(range.as == gridfold::role::output);
    CHECK(range.kind == gridfold::memory_kind::in_global);
    const auto first = range.begin - reinterpret_cast<std::uint64_t>(range.allocated);
    CHECK(first >= tracing::device_memory::margin);
    const std::string all(static_cast<const char*>(range.allocated), first + bytes + tracing::device_memory::margin);
    CHECK(all == std::string(all.size(), '\0'));
    std::memset(range.allocated, 7, all.size());
    std::free(range.allocated);
  }
}
