// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/neighbors/owned_particles.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/kernel/neighbors/owned_particles.hpp>
#include <gridfold/policy/variant.hpp>
#include <set>
#include <vector>

namespace gf = gridfold;

TEST_CASE("squared distances have as many dimensions as points")
{
  CHECK(gf::kernel::distance2(gf::view::point<float, 2>{{1, 2}}, gf::view::point<float, 2>{{4, 6}}) == 25);
  CHECK(gf::kernel::distance2(gf::view::point<double, 3>{{0, 0, 0}}, gf::view::point<double, 3>{{1, 2, 2}}) == 9);
}

TEST_CASE_TEMPLATE("a block's threads own its particles once, and what is beyond the last lies on it", Assignment,
                   gf::contiguous, gf::interleaved)
{
  const std::vector<float> x = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  using axis = cuda::std::mdspan<const float, cuda::std::dextents<int, 1>>;
  const gf::view::point_view<axis, 1> points{{axis(x.data(), 10)}};
  using owned = gf::kernel::owned_particles<gf::variant<Assignment, gf::coarsen<2>, gf::block<4>>, float, 1>;
  static_assert(owned::a_block == 8);
  std::set<int> all;
  for (int rank = 0; rank < 4; ++rank) {
    owned mine;
    mine.init(points, 1, gf::thread{rank, 0, rank});
    for (int m = 0; m < 2; ++m) {
      CHECK(all.insert(mine.index[m]).second);
      CHECK(mine.where[m].at[0] == (mine.index[m] < 9 ? static_cast<float>(mine.index[m]) : 9));
    }
  }
  CHECK(all == std::set<int>{8, 9, 10, 11, 12, 13, 14, 15});
}
