// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/neighbors/find_moved.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/policy/global.hpp>
#include <limits>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Whether one of two particles has moved by more than 1 from (1, 1) and (9, 5), which are sorted in reverse.
template <class Boundary>
bool moved(const std::vector<double>& x, const std::vector<double>& y)
{
  using point = gf::view::point<double, 2>;
  const std::vector<point> sorted = {{{9, 5}}, {{1, 1}}};
  const std::vector<int> index = {1, 0};
  int stale = 0;
  const gf::host on;
  auto points = gf::kernel::points_at<gf::global, int>(on, gf::positions(x, y));
  using points_view = cuda::std::mdspan<const point, cuda::std::dextents<int, 1>>;
  using index_view = cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>;
  using flag_view = cuda::std::mdspan<int, cuda::std::dextents<int, 1>>;
  using kernel = gf::kernel::find_moved<double, 2, Boundary, decltype(points), points_view, index_view, flag_view>;
  const gf::cell_box<Boundary> box{{0, 0, 0}, {2, 2, 1}, {5, 5, 1}};
  on.run(kernel{points, points_view(sorted.data(), 2), index_view(index.data(), 2),
                gf::kernel::cell_axes<double, Boundary>(box), 1, flag_view(&stale, 1)},
         kernel::grid(2));
  return stale == 1;
}

}  // namespace

TEST_CASE("a particle has moved if it is farther than the limit from its place, not at the limit")
{
  using gf::boundary::open;
  CHECK(!moved<open>({1, 9}, {1, 5}));
  CHECK(!moved<open>({2, 9}, {1, 4}));
  CHECK(!moved<open>({1.6, 9}, {1.7, 5}));
  CHECK(moved<open>({1.8, 9}, {1.7, 5}));
  CHECK(moved<open>({1, 9}, {1, 3.999}));
  CHECK(moved<open>({1, -1}, {1, 5}));
  CHECK(moved<open>({1, std::numeric_limits<double>::quiet_NaN()}, {1, 5}));
  CHECK(moved<open>({std::numeric_limits<double>::infinity(), 9}, {1, 5}));
}

TEST_CASE("in a periodic box the nearest image of the place counts")
{
  using gf::boundary::periodic;
  CHECK(!moved<periodic>({1, -1}, {1, 5}));
  CHECK(!moved<periodic>({-9.5, 29}, {21.4, -55}));
  CHECK(moved<periodic>({1, 0.5}, {1, 5}));
  CHECK(moved<periodic>({1, 9}, {-0.5, 5}));
}
