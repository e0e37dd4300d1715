// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/points_in_cells.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/policy/input.hpp>
#include <limits>
#include <vector>

namespace gf = gridfold;

namespace
{

template <class T>
using list = cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>;

}  // namespace

TEST_CASE("a place has three finite coordinates")
{
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  CHECK(gf::kernel::is_place(gf::packed3<float>{1, 2, 3}));
  CHECK_FALSE(gf::kernel::is_place(gf::packed3<float>{nan, 2, 3}));
  CHECK_FALSE(gf::kernel::is_place(gf::packed3<float>{1, -infinity, 3}));
  CHECK_FALSE(gf::kernel::is_place(gf::packed3<float>{1, 2, nan}));
}

TEST_CASE("points are read in an order of their own")
{
  const std::vector<double> x = {1, 2, 3}, y = {4, 5, 6}, z = {7, 8, 9};
  const std::vector<int> order = {2, 0, 1};
  const auto seen = gf::kernel::points_at<gf::global, int>(gf::host{}, gf::positions(x, y, z));
  using numbers = list<int>;
  const gf::kernel::listed_points<double, decltype(seen), numbers> points{seen, numbers(order.data(), 3)};
  CHECK((points.count() == 3 && points.number(0) == 2));
  CHECK(points.place(0) == gf::packed3<double>{3, 6, 9});
  const std::vector<gf::source<double>> sorted = {{3, 6, 9, -1}, {1, 4, 7, 2}};
  using sources = list<gf::source<double>>;
  const gf::kernel::points_of_sources<double, sources, numbers> own{sources(sorted.data(), 2),
                                                                    numbers(order.data(), 2)};
  CHECK((own.count() == 2 && own.number(1) == 0 && own.charge(1) == 2));
  CHECK(own.place(0) == gf::packed3<double>{3, 6, 9});
}
