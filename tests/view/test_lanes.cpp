// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/lanes.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cuda/std/mdspan>
#include <numeric>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;

}  // namespace

TEST_CASE("lanes are the elements from an index on, along the last one")
{
  std::vector<float> memory(35), copy(35);
  std::iota(memory.begin(), memory.end(), 0.f);
  const matrix from(memory.data(), 5, 7), to(copy.data(), 5, 7);
  const auto four = gf::load_lanes<gf::pack<float, 4>>(from, 2, 3);
  for (int l = 0; l < 4; ++l) CHECK(gf::get_lane(four, l) == from(2, 3 + l));
  CHECK(gf::load_lanes<float>(from, 4, 6) == 34);
  gf::store_lanes(to, four, 1, 1);
  gf::store_lanes(to, 5.f, 0, 0);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 7; ++i)
      CHECK(to(j, i) == (j == 1 && i >= 1 && i < 5 ? 16.f + float(i) : j == 0 && i == 0 ? 5.f : 0.f));
}

TEST_CASE("runs of lanes cover a range once, in order, the widest first")
{
  for (int first = -3; first < 2; ++first)
    for (int last = first - 1; last < 30; ++last) {
      std::vector<int> seen, widths, expected;
      gf::over_lanes<gf::pack<float, 8>>(first, last, [&]<class L>(int i) {
        widths.push_back(gf::lane_count<L>);
        for (int l = 0; l < gf::lane_count<L>; ++l) seen.push_back(i + l);
      });
      for (int i = first; i < last; ++i) expected.push_back(i);
      CHECK(seen == expected);
      CHECK(std::is_sorted(widths.rbegin(), widths.rend()));
    }
}

TEST_CASE("a range is covered one by one where there is one lane")
{
  int calls = 0;
  gf::over_lanes<double>(0, 5, [&]<class L>(int) {
    static_assert(std::is_same_v<L, double>);
    ++calls;
  });
  CHECK(calls == 5);
}
