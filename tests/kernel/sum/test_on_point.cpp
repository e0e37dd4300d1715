// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/on_point.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/kernel/sum/on_point.hpp>
#include <limits>

namespace gf = gridfold;

TEST_CASE("the largest coordinate counts, whatever its sign")
{
  CHECK(gf::kernel::largest_of(1.0, -7.0, 3.0) == 7);
  CHECK(gf::kernel::largest_of(gf::packed3<float>{-1, 2, -0.5f}) == 2);
  CHECK(gf::kernel::largest_of(-9.0, 1.0, 8.0) == 9);
  CHECK(gf::kernel::largest_of(1.0, 2.0, -9.0) == 9);
}

TEST_CASE_TEMPLATE("neighbouring numbers lie on one point, numbers a thousand roundings apart do not", T, float, double)
{
  const T x = T(12.3), next = std::nextafter(x, T(13)), far = x * (1 + 1000 * std::numeric_limits<T>::epsilon());
  const T r2 = gf::kernel::on_point_r2<T>(static_cast<double>(x), 0);
  CHECK((next - x) * (next - x) < r2);
  CHECK((far - x) * (far - x) > r2);
}

TEST_CASE("at the origin the on-point bound is the least normal number, or the radius")
{
  CHECK(gf::kernel::on_point_r2<float>(0, 0) == std::numeric_limits<float>::min());
  CHECK(gf::kernel::on_point_r2<float>(0, 0.5) == 0.25f);
  // Two roundings of the largest coordinate, and the radius.
  CHECK(gf::kernel::on_point_r2<double>(3, 0.25) == doctest::Approx(0.0625 + 3 * 0x1p-52).epsilon(1e-17));
  CHECK(gf::kernel::on_point_r2<float>(0x1p20, 0) == 0x1p-4f);
}

TEST_CASE("differences are within a reach in both directions")
{
  CHECK(gf::kernel::is_within(-0.9f, 1.0f));
  CHECK_FALSE(gf::kernel::is_within(1.0f, 1.0f));
  CHECK_FALSE(gf::kernel::is_within(-1.0f, 1.0f));
  CHECK_FALSE(gf::kernel::is_within(-1.1f, 1.0f));
  CHECK(gf::kernel::is_within(0.9f, 1.0f));
  CHECK(gf::kernel::is_within(std::numeric_limits<float>::quiet_NaN(), 1.0f));  // a term that shows it is computed
}
