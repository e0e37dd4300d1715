// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/careful_sum.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/kernel/sum/careful_sum.hpp>
#include <limits>

namespace gf = gridfold;
using coulomb = gf::coulomb<gf::rsqrt::ieee>;

namespace
{

/// The charge, at any distance.
struct charge_alone {
  template <class T>
  T operator()(T charge, T) const
  {
    return charge;
  }
};

}  // namespace

TEST_CASE("sources on the point are left out and counted, and those infinitely far add nothing")
{
  unsigned long long count = 0;
  const coulomb pair{gf::singularity::skip{&count}};
  gf::kernel::careful_sum<gf::plain, float, coulomb> sum(pair, {1, 2, 3}, 1e-6f);
  sum.add(gf::source<float>{1, 2, 5, 4});        // at distance 2
  sum.add(gf::source<float>{1, 2, 3, 7});        // on the point
  sum.add(gf::source<float>{1, 2.0005f, 3, 7});  // within the radius of 0.001
  sum.add(gf::source<float>{1e30f, 0, 0, 5});    // its squared distance is infinite
  CHECK(sum.value() == 2);
  CHECK(count == 2);
}

TEST_CASE("a sum of all sources is infinite on charges, with the sign of their sum")
{
  unsigned long long infinities = 0;
  using infinite = gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>;
  const infinite pair{gf::singularity::infinite{&infinities}};
  const auto value_of = [&](float charge) {
    gf::kernel::careful_sum<gf::plain, float, infinite, true> sum(pair, {1, 2, 3}, 1e-6f);
    sum.add(gf::source<float>{1, 2, 5, 4});  // at distance 2
    sum.add(gf::source<float>{1, 2, 3, 7});
    sum.add(gf::source<float>{1, 2, 3, charge});
    return sum.value();
  };
  CHECK(value_of(-6) == std::numeric_limits<float>::infinity());
  CHECK(value_of(-8) == -std::numeric_limits<float>::infinity());
  CHECK(value_of(-7) == 2);
  CHECK(infinities == 2);
  gf::kernel::careful_sum<gf::plain, float, infinite> part(pair, {1, 2, 3}, 1e-6f);
  part.add(gf::source<float>{1, 2, 3, 7});
  CHECK(part.value() == 0);
}

TEST_CASE("an interaction that is finite at zero is added there")
{
  const charge_alone pair;
  gf::kernel::careful_sum<gf::compensated, double, charge_alone> sum(pair, {0, 0, 0}, 1e-6);
  sum.add(gf::source<double>{0, 0, 0, 3});
  sum.add(gf::source<double>{1, 0, 0, 5});
  CHECK(sum.value() == 8);
}
