// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/access_table.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;
using gridfold::access_kind;

TEST_CASE("random codes keep their elements while a table grows")
{
  std::mt19937 random(test::seed());
  tracing::access_table table;
  std::map<std::tuple<std::uintptr_t, access_kind, int>, tracing::access_code*> known;
  for (int turn = 0; turn < 40000; ++turn) {
    const auto pc = static_cast<std::uintptr_t>(0x400000 + random() % 9000);
    const auto does = std::array{access_kind::load, access_kind::store, access_kind::atomic}[random() % 3];
    const int bytes = 1 << random() % 5;
    tracing::access_code& code = table.at(reinterpret_cast<const void*>(pc), does, bytes);
    CHECK(code.pc == reinterpret_cast<const void*>(pc));
    const auto [first, is_new] = known.try_emplace({pc, does, bytes}, &code);
    if (!is_new && first->second != &code) FAIL("an element has moved");
  }
  CHECK(table.size() == known.size());
  table.remove_all();
  CHECK(table.size() == 0);
  CHECK(table.at(&random, access_kind::load, 4).sites.empty());
}
