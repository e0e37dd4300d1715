// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/unrolled_loops.hpp>

#include <doctest/doctest.h>

#include <random>
#include <utility>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

TEST_CASE("rounds are in the copies that the code of an unrolled loop runs them in")
{
  using enum tracing::unrolled_round::part_of;
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 200; ++turn) {
    const tracing::unrolled_loop loop{std::vector{4, 8, 16}[random() % 3], random() % 2 == 0};
    const int rounds = static_cast<int>(random() % 70);
    std::vector<std::pair<int, int>> expected;
    int left = rounds / 4 * 4;
    const auto rest = [&](int part) {
      for (int n = 0; n < rounds % 4; ++n) expected.emplace_back(part, 0);
    };
    if (loop.rest_first) rest(rest_before);
    int part = whole;
    for (int copies = loop.copies; copies >= 4; copies /= 2, ++part)
      for (; left >= copies; left -= copies)
        for (int copy = 0; copy < copies; ++copy) expected.emplace_back(part, copy);
    if (!loop.rest_first) rest(rest_after);
    REQUIRE(static_cast<int>(expected.size()) == rounds);
    for (int n = 0; n < rounds; ++n) {
      const tracing::unrolled_round round = tracing::round_of(loop, n, rounds);
      CHECK(std::pair(round.part, round.copy) == expected[static_cast<std::size_t>(n)]);
      CHECK(round.is_copied() == (n < rounds - rounds % 4 || loop.rest_first) * (n >= rounds % 4 || !loop.rest_first));
    }
  }
}

TEST_CASE("the innermost of loops that begin with one block is the shortest")
{
  tracing::unrolled_loops loops;
  loops.add(100, 200).made = {4, false};
  CHECK(loops.at(100) != nullptr);
  loops.add(100, 100);
  CHECK(loops.at(100) == nullptr);  // it is not known to be unrolled
  loops.add(100, 100).made = {16, true};
  REQUIRE(loops.at(100) != nullptr);
  CHECK(loops.at(100)->made.copies == 16);
  loops.add(150, 160).made = {4, false};
  CHECK(loops.at(100)->end == 100);
  CHECK(loops.at(150)->end == 160);
  loops.add(150, 155);
  CHECK(loops.at(150) == nullptr);
  loops.remove_all();
  CHECK(loops.at(100) == nullptr);
}
