// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/block.hpp>

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace gf = gridfold;

namespace
{

constexpr gf::thread any{0, 0, 0};

}  // namespace

TEST_CASE("an unrolled loop has every index in order")
{
  std::vector<int> seen;
  gf::unrolled<5>(any, [&](int i) { seen.push_back(i); });
  CHECK(seen == std::vector<int>{0, 1, 2, 3, 4});
  std::vector<std::pair<int, int>> pairs;
  gf::unrolled<2, 3>(any, [&](int i, int j) { pairs.emplace_back(i, j); });
  CHECK(pairs == std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}});
}

TEST_CASE("a loop that is unrolled by some has every index in order, whatever is left over")
{
  for (int first = -2; first < 3; ++first)
    for (int last = first - 1; last < 20; ++last) {
      std::vector<int> seen, expected;
      gf::unrolled_by<4>(any, first, last, [&](int i) { seen.push_back(i); });
      for (int i = first; i < last; ++i) expected.push_back(i);
      CHECK(seen == expected);
    }
}

TEST_CASE("a block has what kernels call") { static_assert(!gf::thread_block<int>); }
