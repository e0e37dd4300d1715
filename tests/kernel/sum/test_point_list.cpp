// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/point_list.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/kernel/sum/point_list.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/point_view.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

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

TEST_CASE("each lane has a point of its own, along every axis, and the rounding of its own coordinates")
{
  using in_lanes = gf::kernel::listed_tile<gf::variant<gf::coarsen<8>>, gf::pack<float, 4>>;
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<float> near_zero(-1, 1);
  for (std::size_t far = 0; far < 24; ++far) {
    std::array<std::vector<float>, 3> along;
    for (auto& axis : along)
      for (int i = 0; i < 8; ++i) axis.push_back(near_zero(generator));
    const std::size_t i = far / 3;
    along[far % 3][i] = 3000;  // all other coordinates are small, and so are their roundings
    const auto at = [&](std::size_t a) { return axis(along[a].data(), 8); };
    const gf::kernel::point_list<points, float> list{{{at(0), at(1), at(2)}}, 0};
    in_lanes all{};
    all.init(
        list, [](int item) { return std::int64_t{item}; }, [](int) { return std::int64_t{0}; }, 0);
    for (int item = 0; item < 8; ++item) {
      const auto n = static_cast<std::size_t>(item);
      CHECK(all.point(item) == gf::packed3<float>{along[0][n], along[1][n], along[2][n]});
    }
    gf::source<float> from{along[0][i], along[1][i], along[2][i], 1};
    float& off = far % 3 == 0 ? from.x : far % 3 == 1 ? from.y : from.z;
    off = std::nextafter(off, 0.0f);  // not where the point is, but so by rounding
    in_lanes with = all;
    with.add(from, gf::coulomb<gf::rsqrt::ieee>{});
    CHECK(list.may_lie_on_points(with));
    off = 2990;
    with = all;
    with.add(from, gf::coulomb<gf::rsqrt::ieee>{});
    CHECK_FALSE(list.may_lie_on_points(with));
  }
}
