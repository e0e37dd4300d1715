// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/point_list.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/kernel/parts/point_list.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/point_view.hpp>

namespace gf = gridfold;

namespace
{

const float x[] = {0, 3, 8}, y[] = {0, 4, 0}, z[] = {0, 0, 15};
using axis = cuda::std::mdspan<const float, cuda::std::dextents<std::int64_t, 1>>;
using points = gf::view::point_view<axis, 3>;
const gf::kernel::point_list<points, float> where{{{axis(x, 3), axis(y, 3), axis(z, 3)}}, 0};

using tile = gf::kernel::listed_tile<gf::variant<gf::coarsen<4>>, float>;

/// The first four points, of which the last repeats the third.
tile placed()
{
  tile all{};
  all.init(
      where, [](int i) { return std::int64_t{i}; }, [](int) { return std::int64_t{0}; }, 0);
  return all;
}

}  // namespace

TEST_CASE("listed points are a row, whose overhang repeats the last point")
{
  CHECK(where.shape() == gf::shape3{3, 1, 1});
  const tile all = placed();
  CHECK(all.point(1).y == 4);
  CHECK(all.point(3).z == all.point(2).z);
}

TEST_CASE("every point's sum has a source's term, and the nearest pair is known")
{
  tile all = placed();
  all.add(gf::source<float>{0, 0, 15, 2}, gf::coulomb<gf::rsqrt::ieee>{});
  CHECK(all.sum[0][0].value() == doctest::Approx(2.0 / 15));
  CHECK(all.sum[0][2].value() == doctest::Approx(2.0 / 8));
  CHECK(all.nearest.value() == 64);
  CHECK_FALSE(where.may_lie_on_points(all));
  all.add(gf::source<float>{3, 4, 0, 1}, gf::coulomb<>{});
  CHECK(where.may_lie_on_points(all));
}

TEST_CASE("a source lies on the points at its place alone")
{
  const gf::source<float> on{3, 4, 0, 1};
  CHECK(where.may_lie_in_column(on, 1));
  CHECK_FALSE(where.may_lie_in_column(on, 0));
  CHECK_FALSE(where.may_lie_in_column(on, 3));
}
