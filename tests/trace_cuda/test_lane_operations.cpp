// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/lane_operations.hpp>

#include <doctest/doctest.h>

#include <cstring>

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
