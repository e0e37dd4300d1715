// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/interaction.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/core/source.hpp>
#include <limits>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

struct radial {
  template <class T>
  T operator()(T charge, T r2) const
  {
    return charge / r2;
  }
};

struct by_vector {
  template <class Source, class T>
  T operator()(const Source& from, T dx, T dy, T dz) const
  {
    return from.charge * (dx + 10 * dy + 100 * dz);
  }
};

struct softened {
  gf::singularity::softened singularity{3};
};

constexpr gf::source<float> from{0, 0, 0, 2};

}  // namespace

TEST_CASE("an interaction takes squared distances or vectors")
{
  static_assert(gf::radial_interaction<radial, float> && !gf::radial_interaction<by_vector, float>);
  static_assert(gf::vector_interaction<by_vector, gf::source<float>, float>);
  CHECK(gf::math::pair_terms(radial{}, from, 3.0f, 4.0f, 0.0f, 16.0f) == 2.0f / 25);
  CHECK(gf::math::pair_terms(by_vector{}, from, 1.0f, 2.0f, 3.0f, 13.0f) == 2.0f * 321);
}

TEST_CASE("lanes of a pack have the terms of their numbers")
{
  gf::pack<float, 4> dx(0.0f);
  for (int l = 0; l < 4; ++l) set_lane(dx, l, static_cast<float>(l + 1));
  const auto terms = gf::math::pair_terms(radial{}, from, dx, 0.0f, 0.0f, 0.0f);
  for (int l = 0; l < 4; ++l) CHECK(get_lane(terms, l) == 2.0f / static_cast<float>((l + 1) * (l + 1)));
}

TEST_CASE("an interaction without a singularity policy skips sources on points")
{
  static_assert(!decltype(gf::math::singularity_of(radial{}))::may_be_infinite);
  CHECK(gf::math::singularity_of(softened{}).soften(16.0) == 25.0);
}

TEST_CASE("a radius that is no distance is refused")
{
  struct within {
    gf::singularity::skip singularity;
  };
  CHECK(message_of([] { gf::math::check_interaction<float>(within{{nullptr, 0.25}}); }) == "");
  CHECK(explains(message_of([] { gf::math::check_interaction<float>(within{{nullptr, -1}}); }), "is -1"));
  CHECK(explains(message_of([] {
                   gf::math::check_interaction<float>(within{{nullptr, std::numeric_limits<double>::infinity()}});
                 }),
                 "is inf"));
}

TEST_CASE_TEMPLATE("the least and the largest normal number are normal", T, float, double)
{
  const double least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  for (const double normal : {least, 1.0, most}) CHECK(gf::math::is_normal_in<T>(normal));
  for (const double other : {0.0, least / 2, -1.0, 2 * most, static_cast<double>(NAN)})
    CHECK_FALSE(gf::math::is_normal_in<T>(other));
}

TEST_CASE("charges on a point are added there alone")
{
  CHECK(gf::math::charge_on_point{}(5.0f, 0.0f) == 5.0f);
  CHECK(gf::math::charge_on_point{}(5.0f, 1e-30f) == 0.0f);
}
