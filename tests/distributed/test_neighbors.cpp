// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/neighbors.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "on_each_rank.hpp"
#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

TEST_CASE("ranks list the neighbours of their shares as one rank lists them")
{
  const unsigned random = test::seed();
  for (int count = 1; count <= 5; ++count) {
    CAPTURE(count);
    const auto right = on_each_rank(count, [&](const auto& on) { return int{lists_are_right(on, random)}; });
    CHECK(right == std::vector<int>(right.size(), 1));
  }
}

TEST_CASE("shares of other particles, lists of other rows, cutoffs and boxes that differ are errors on all ranks")
{
  const auto messages = [](std::int64_t shared, std::int64_t more_rows, double more_cutoff, double longer = 0) {
    return on_each_rank(3, [=](const auto& on) {
      const std::vector<float> line = {0, 1, 2, 3, 4, 5, 6};
      const gf::buffer x(on.local(), line), y(on.local(), line), z(on.local(), line);
      auto sorted =
          gf::make_cells<float, 3>(on.local(), gf::cells_in({0, 0, 0}, {7, 7, 7 + on.rank() * longer}, 1, 7), 7);
      gf::sort_into_cells(on.local(), gf::positions(x.span(), y.span(), z.span()), sorted);
      const gf::partition shares({shared, 1, 1}, 3, gf::along::x);
      const std::int64_t rows = shares.shape(on.rank()).x + (on.rank() == 2 ? more_rows : 0);
      const gf::buffer<int, test::executor> counts(on.local(), static_cast<std::size_t>(rows + 1)),
          indices(on.local(), static_cast<std::size_t>(9 * rows + 1));
      const gf::neighbor_list<> list(counts.data(), indices.data(), rows, 9);
      const double cutoff = 1 + on.rank() * more_cutoff;
      return test::message_of([&] { gf::neighbors(on, sorted.cells(), cutoff, shares, list); });
    });
  };
  CHECK(messages(7, 0, 0) == std::vector<std::string>(3, ""));
  for (const auto& text : messages(8, 0, 0)) CHECK(test::explains(text, "rank 0: the shares are of 8 x 1 x 1"));
  for (const auto& text : messages(7, 1, 0)) CHECK(test::explains(text, "rank 2: the list has room for"));
  for (const auto& text : messages(7, 0, 0.25)) CHECK(test::explains(text, "ranks disagree about a call"));
  for (const auto& text : messages(7, 0, 0, 0.5)) CHECK(test::explains(text, "ranks disagree about a call"));
  for (const auto& text : messages(7, 0, -1)) CHECK(test::explains(text, "rank 1: the cutoff is 0"));
}

}  // namespace ranks_tests
