// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/pack.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "pack_types.hpp"

namespace gf = gridfold;

namespace
{

/// first, first + step, first + 2*step... in the lanes of a pack.
template <class Pack, class T>
Pack ramp(T first, T step)
{
  Pack result(T(0));
  for (int l = 0; l < gf::lane_count<Pack>; ++l) gf::set_lane(result, l, first + static_cast<T>(l) * step);
  return result;
}

}  // namespace

TEST_CASE("packs have a register, also in host code compiled by nvcc") { CHECK(gf::math::simd_bytes >= 16); }

TEST_CASE("a thread's items are computed in the largest power of two that divides them and fits the register")
{
  static_assert(gf::math::simd_lanes<float>(64, 64) == 16);
  static_assert(gf::math::simd_lanes<double>(64, 64) == 8);
  static_assert(gf::math::simd_lanes<float>(8, 64) == 8);
  static_assert(gf::math::simd_lanes<float>(12, 64) == 4);
  static_assert(gf::math::simd_lanes<float>(7, 64) == 1);
  static_assert(gf::math::simd_lanes<float>(64, 32) == 8);
  static_assert(gf::math::simd_lanes<double>(64, 16) == 2);
  static_assert(gf::math::simd_lanes<float>(64, 0) == 1);
}

TEST_CASE("one lane is the scalar itself")
{
  static_assert(std::is_same_v<gf::math::lanes_of<float, 1>, float>);
  static_assert(std::is_same_v<gf::math::lanes_of<float, 4>, gf::pack<float, 4>>);
  static_assert(gf::lane_count<float> == 1 && gf::lane_count<gf::pack<double, 4>> == 4);
  static_assert(std::is_same_v<gf::lane_type<gf::pack<double, 2>>::type, double>);
  static_assert(std::is_same_v<gf::lane_type<float>::type, float>);
}

TEST_CASE_TEMPLATE_DEFINE("arithmetic acts on each lane alone", P, arithmetic)
{
  using T = typename gf::lane_type<P>::type;
  const P a = ramp<P, T>(1, 3), b = ramp<P, T>(-7, T(0.5));
  P accumulated = a;
  accumulated += b;
  for (int l = 0; l < gf::lane_count<P>; ++l) {
    const T x = gf::get_lane(a, l), y = gf::get_lane(b, l);
    CHECK(gf::get_lane(P(a + b), l) == x + y);
    CHECK(gf::get_lane(P(a - b), l) == x - y);
    CHECK(gf::get_lane(P(a * b), l) == x * y);
    CHECK(gf::get_lane(P(a / b), l) == x / y);
    CHECK(gf::get_lane(P(-a), l) == -x);
    CHECK(gf::get_lane(accumulated, l) == x + y);
  }
}
TEST_CASE_TEMPLATE_APPLY(arithmetic, test::widths);

TEST_CASE_TEMPLATE_DEFINE("a scalar fills every lane, negative zero with its sign", P, filled)
{
  using T = typename gf::lane_type<P>::type;
  for (int l = 0; l < gf::lane_count<P>; ++l) {
    CHECK(gf::get_lane(P(T(2.5)), l) == T(2.5));
    CHECK(std::signbit(gf::get_lane(P(T(-0.0)), l)));
  }
}
TEST_CASE_TEMPLATE_APPLY(filled, test::widths);

TEST_CASE_TEMPLATE_DEFINE("setting a lane leaves the others", P, set)
{
  using T = typename gf::lane_type<P>::type;
  constexpr int last = gf::lane_count<P> - 1;
  P values = ramp<P, T>(0, 1);
  gf::set_lane(values, last, T(99));
  for (int l = 0; l < last; ++l) CHECK(gf::get_lane(values, l) == static_cast<T>(l));
  CHECK(gf::get_lane(values, last) == T(99));
}
TEST_CASE_TEMPLATE_APPLY(set, test::widths);

TEST_CASE_TEMPLATE_DEFINE("converting keeps the values, rounded to the new type", P, converted)
{
  using T = typename gf::lane_type<P>::type;
  const P thirds = ramp<P, T>(T(1) / 3, T(1) / 3);
  for (int l = 0; l < gf::lane_count<P>; ++l) {
    CHECK(gf::get_lane(gf::math::convert_lanes<double>(thirds), l) == static_cast<double>(gf::get_lane(thirds, l)));
    CHECK(gf::get_lane(gf::math::convert_lanes<float>(thirds), l) == static_cast<float>(gf::get_lane(thirds, l)));
  }
}
TEST_CASE_TEMPLATE_APPLY(converted, test::widths);

TEST_CASE_TEMPLATE_DEFINE("a function is mapped over every lane", P, mapped)
{
  using T = typename gf::lane_type<P>::type;
  const P doubled = gf::map_lanes(ramp<P, T>(1, 1), [](T lane) { return 2 * lane; });
  for (int l = 0; l < gf::lane_count<P>; ++l) CHECK(gf::get_lane(doubled, l) == static_cast<T>(2 * (l + 1)));
}
TEST_CASE_TEMPLATE_APPLY(mapped, test::widths);
