// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/fitted_cells.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "../support/neighbor_lists.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using gf::verbs::fitted_cells;

namespace
{

template <class T>
gf::detail::interval bulk_of(const std::vector<T>& along)
{
  return gf::detail::bulk_of(cuda::std::span<const T>(along.data(), along.size()));
}

}  // namespace

TEST_CASE("the bulk of evenly spread coordinates is all of them")
{
  auto x = test::random_particles<double, 1>(3001, test::seed()).along[0];
  x.insert(x.end(), {-0.25, 1.5});
  CHECK(bulk_of(x).low == -0.25);
  CHECK(bulk_of(x).high == 1.5);
}

TEST_CASE("a few coordinates far away do not widen the bulk")
{
  auto x = test::random_particles<float, 1>(3001, test::seed()).along[0];
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  x.insert(x.end(), {1e5f, -3e38f, inf, -inf, nan});
  CHECK(bulk_of(x).low <= 0.01);
  CHECK(bulk_of(x).low >= -1);
  CHECK(bulk_of(x).high >= 0.99);
  CHECK(bulk_of(x).high <= 2);
}

TEST_CASE("the bulk of mirrored coordinates is the mirrored bulk: both ends leave out as many")
{
  auto x = test::random_particles<double, 1>(100003, test::seed()).along[0];
  x.insert(x.end(), {-9, 9});
  auto mirrored = x;
  for (double& one : mirrored) one = -one;
  CHECK(bulk_of(x).low > -9);
  CHECK(bulk_of(x).high < 9);
  CHECK(bulk_of(mirrored).low == -bulk_of(x).high);
  CHECK(bulk_of(mirrored).high == -bulk_of(x).low);
}

TEST_CASE_TEMPLATE("a coordinate of the largest scale is usable, the next one is not", T, float, double)
{
  const T largest = static_cast<T>(gf::detail::largest_scale<T>());
  const T beyond = std::nextafter(largest, std::numeric_limits<T>::infinity());
  CHECK(bulk_of(std::vector<T>(9, largest)).high == static_cast<double>(largest));
  const auto of_none = bulk_of(std::vector<T>(9, beyond));
  CHECK_FALSE(of_none.low <= of_none.high);
}

TEST_CASE("without usable coordinates there is no bulk")
{
  CHECK(!(bulk_of(std::vector<float>{}).low <= bulk_of(std::vector<float>{}).high));
  const auto of_nan = bulk_of(std::vector<float>(9, std::numeric_limits<float>::quiet_NaN()));
  CHECK(!(of_nan.low <= of_nan.high));
}

TEST_CASE_TEMPLATE("cells that spare pairs, in a plane and in space", T, float, double)
{
  const unsigned random = test::seed();
  const auto plane = test::random_particles<T, 2>(4099, random);
  const auto space = test::random_particles<T, 3>(4099, random);
  const auto flat = fitted_cells(plane.view(), 0.05), deep = fitted_cells(space.view(), 0.1);
  REQUIRE(flat.has_value());
  REQUIRE(deep.has_value());
  flat->check();
  deep->check();
  CHECK(flat->shape.z == 1);
  // About two particles each: 1 / 2049 of the square, 1 / 2049 of the cube.
  CHECK(flat->shape.x * flat->shape.y > 1500);
  CHECK(flat->shape.x * flat->shape.y < 2060);
  CHECK(deep->shape.count() > 1300);
  CHECK(deep->shape.count() < 2060);
  CHECK(!fitted_cells(plane.view(), 0.4).has_value());
  CHECK(!fitted_cells(space.view(), 0.4).has_value());
}

TEST_CASE("particles so far apart that cells as long as the cutoff would be too many")
{
  auto all = test::random_particles<float, 3>(2003, test::seed());
  for (auto& axis : all.along)
    for (float& x : axis) x *= 1e12f;
  const auto box = fitted_cells(all.view(), 1e-3);
  REQUIRE(box.has_value());
  box->check();
  CHECK(box->shape.count() <= 1002);
  for (float& z : all.along[2]) z = 0;
  const auto flat = fitted_cells(all.view(), 1e-3);
  REQUIRE(flat.has_value());
  flat->check();
  CHECK(flat->shape.count() <= 1'000'000);
}

TEST_CASE_TEMPLATE("distances up to the largest, and quotients by their inverses, have finite squares", T, float,
                   double)
{
  const auto all = test::random_particles<T, 2>(2003, test::seed());
  const double largest = gf::detail::largest_scale<T>();
  CHECK(largest > std::sqrt(std::sqrt(static_cast<double>(std::numeric_limits<T>::max()))));
  for (const double distance : {largest, 1 / largest}) {
    const T d = static_cast<T>(distance), least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    CHECK(d * d < most / 1000);
    CHECK(d * d > least);
    auto scaled = all;
    for (auto& axis : scaled.along)
      for (T& x : axis) x *= d;
    // Coordinates beyond the largest scale are left out: here those of none.
    CHECK(bulk_of(scaled.along[0]).high <= distance);
    CHECK(bulk_of(scaled.along[0]).high > 0.9 * distance);
  }
  CHECK(!fitted_cells(all.view(), 1.01 * largest).has_value());
  CHECK(!fitted_cells(all.view(), 0.99 / largest).has_value());
  std::vector<T> far(3000, static_cast<T>(1.01 * largest));
  CHECK(!(bulk_of(far).low <= bulk_of(far).high));
}

TEST_CASE("no cells for particles in one spot, and for distances whose squares are no numbers of their type")
{
  const test::particles<float, 2> spot{{std::vector<float>(2000, 3), std::vector<float>(2000, 4)}};
  CHECK(!fitted_cells(spot.view(), 1e-3).has_value());
  const auto all = test::random_particles<float, 2>(2003, test::seed());
  CHECK(fitted_cells(all.view(), 1e-3).has_value());
  for (const double cutoff : {1e-25, 1e25, std::numeric_limits<double>::infinity()})
    CHECK(!fitted_cells(all.view(), cutoff).has_value());
}
