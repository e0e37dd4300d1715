// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/singularity.hpp>

#include <doctest/doctest.h>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("pairs that are left out are counted, if there is a counter")
{
  unsigned long long count = 0;
  const gf::singularity::skip counted{&count};
  counted.left_out(3);
  counted.left_out(2);
  CHECK(count == 5);
  CHECK(counted.soften(0.25) == 0.25);
  CHECK(gf::singularity::skip{}.radius == 0);
  CHECK(gf::singularity::infinite{}.radius == 0);
  gf::singularity::skip{}.left_out(1);  // without a counter
}

TEST_CASE("infinite points are told at run time, and counted")
{
  CHECK(gf::math::makes_infinite(gf::singularity::infinite{}));
  CHECK_FALSE(gf::math::makes_infinite(gf::singularity::skip{}));
  unsigned long long count = 0;
  gf::singularity::infinite{&count}.made_infinite();
  CHECK(count == 1);
  gf::math::count_infinity(gf::singularity::infinite{&count});
  gf::math::count_infinity(gf::singularity::skip{&count});  // it has no such member
  CHECK(count == 2);
}

TEST_CASE("a softening length keeps squared distances from zero, or is refused")
{
  CHECK(gf::singularity::softened{3}.soften(16.0) == 25.0);
  CHECK(gf::singularity::softened{1e-15}.soften(0.0) > 0);
  for (const double wrong : {0.0, -1.0, 1e16})
    CHECK(test::explains(test::message_of([&] { gf::singularity::softened{wrong}; }), "the softening length is"));
}

TEST_CASE("a policy's radius is 0 unless it has one")
{
  CHECK(gf::math::radius_of(gf::singularity::softened{3}) == 0);
  CHECK(gf::math::radius_of(gf::singularity::skip{nullptr, 0.25}) == 0.25);
}
