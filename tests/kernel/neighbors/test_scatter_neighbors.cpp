// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/neighbors/scatter_neighbors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using scattered = gf::variant<gf::scatter, gf::coarsen<2>, gf::block<2>>;
using table = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;
using counters = cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right, gf::atomic_accessor<int>>;

}  // namespace

TEST_CASE("each pair is found once, and listed on both sides")
{
  const std::vector<float> x = {0, 1, 2, 3, 10};
  const gf::host on{1};
  const auto points = gf::kernel::points_at<gf::global, int>(on, gf::positions(x));
  std::vector<int> counts(5), indices(15, -1);
  using kernel =
      gf::kernel::scatter_neighbors<scattered, gf::pairs::twice, float, 1, decltype(points), counters, table>;
  on.run(kernel{points, 2.5f * 2.5f, counters(counts.data(), 5), table(indices.data(), 5, 3)}, kernel::grid(5));
  CHECK(counts == std::vector<int>{2, 3, 3, 2, 0});
  std::sort(indices.begin() + 3, indices.begin() + 6);
  CHECK(std::vector<int>(indices.begin() + 3, indices.begin() + 6) == std::vector<int>{0, 2, 3});
  CHECK(std::vector<int>(indices.begin() + 12, indices.end()) == std::vector<int>{-1, -1, -1});
}

TEST_CASE("the particle of the smaller index lists a pair that is listed once")
{
  const std::vector<float> x = {0, 1, 2, 3, 10};
  const gf::host on{1};
  const auto points = gf::kernel::points_at<gf::global, int>(on, gf::positions(x));
  std::vector<int> counts(5), indices(5, -1);
  using kernel = gf::kernel::scatter_neighbors<scattered, gf::pairs::once, float, 1, decltype(points), counters, table>;
  on.run(kernel{points, 1.5f * 1.5f, counters(counts.data(), 5), table(indices.data(), 5, 1)}, kernel::grid(5));
  CHECK(counts == std::vector<int>{1, 1, 1, 0, 0});
  CHECK(indices == std::vector<int>{1, 2, 3, -1, -1});
}
