// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/block.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace gf = gridfold;

namespace
{

constexpr gf::running_thread any{{0, 0, 0}};

}  // namespace

TEST_CASE("a loop over items has every index in order, unrolled or not")
{
  std::vector<int> seen;
  gf::unrolled<5>(any, [&](int i) { seen.push_back(i); });
  gf::rolled<3>(any, [&](int i) { seen.push_back(i); });
  CHECK(seen == std::vector<int>{0, 1, 2, 3, 4, 0, 1, 2});
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

TEST_CASE("a loop over a range has both its ends, and may be empty")
{
  std::vector<std::int64_t> seen;
  gf::each_from_to(any, std::int64_t{-1}, std::int64_t{2}, [&](std::int64_t i) { seen.push_back(i); });
  gf::each_from_to(any, std::int64_t{3}, std::int64_t{2}, [&](std::int64_t i) { seen.push_back(i); });
  CHECK(seen == std::vector<std::int64_t>{-1, 0, 1, 2});
}

TEST_CASE("a block has what kernels call") { static_assert(!gf::thread_block<int>); }
