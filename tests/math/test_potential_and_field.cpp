// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/potential_and_field.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/source.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>
#include <limits>
#include <type_traits>

namespace gf = gridfold;

namespace potential_and_field_tests
{

using sums = gf::math::potential_and_field<double>;

/// An interaction with a field that grows with distance.
struct spring {
  using gives_fields = void;
  template <class V>
  gf::math::potential_and_field<V> operator()(float charge, const V& dx, float dy, float dz, float dyz2, int = 0) const
  {
    return {V(-charge / 2) * (dx * dx + V(dyz2)), V(charge) * dx, V(charge * dy), V(charge * dz)};
  }
};

TEST_CASE("potentials and fields are added, or a potential alone")
{
  sums all(1, 2, 3, 4);
  all += sums(10, 20, 30, 40);
  all += 0.5;
  CHECK((all.potential == 11.5 && all.x == 22 && all.y == 33 && all.z == 44));
  const sums zero(0.0);
  CHECK((zero.potential == 0 && zero.x == 0 && zero.y == 0 && zero.z == 0));
}

TEST_CASE("they are finite if all four numbers are")
{
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(is_finite(sums(1, 2, 3, 4)));
  CHECK_FALSE(is_finite(sums(infinity, 2, 3, 4)));
  CHECK_FALSE(is_finite(sums(1, -infinity, 3, 4)));
  CHECK_FALSE(is_finite(sums(1, 2, std::numeric_limits<double>::quiet_NaN(), 4)));
  CHECK_FALSE(is_finite(sums(1, 2, 3, infinity)));
}

TEST_CASE("an interaction with fields contributes both, to a point or to a pack of points")
{
  static_assert(std::is_same_v<gf::math::terms_of<spring, float>, gf::math::potential_and_field<float>>);
  const gf::source<float> from{0, 0, 0, 2};
  const auto one = gf::math::pair_terms(spring{}, from, 1.0F, 2.0F, 3.0F, 13.0F, 0);
  CHECK((one.potential == -14 && one.x == 2 && one.y == 4 && one.z == 6));
  gf::pack<float, 4> dx;
  for (int l = 0; l < 4; ++l) set_lane(dx, l, static_cast<float>(l));
  const auto four = gf::math::pair_terms(spring{}, from, dx, 2.0F, 3.0F, 13.0F);
  for (int l = 0; l < 4; ++l) {
    const auto lane = get_lane(four, l);
    CHECK((lane.potential == -static_cast<float>(13 + l * l) && lane.x == 2 * static_cast<float>(l) && lane.y == 4));
  }
}

}  // namespace potential_and_field_tests
