// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/verb_floors.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>

namespace gf = gridfold;

TEST_CASE("a Coulomb sum with rsqrt in hardware is limited by the MUFU")
{
  using V = gf::variant<gf::coarsen<8, 4>, gf::global, gf::block<32, 4>>;
  const double peak = gf::h200.per_clock.mufu * gf::h200.multiprocessors * gf::h200.clock;
  CHECK(gf::lattice_sum_floor<V, float>(gf::coulomb<>{}, gf::h200).per_second() == doctest::Approx(peak).epsilon(1e-9));
}

TEST_CASE("copies and reductions are limited by the memory")
{
  CHECK(gf::copy_floor(gf::h200).per_second() == doctest::Approx(gf::h200.bandwidth));
  CHECK(gf::reduce_floor<float>(gf::h200).per_second() == doctest::Approx(gf::h200.bandwidth));
}

TEST_CASE("coarser tiles of a product come nearer to the peak, and never beyond")
{
  const auto rate = []<class C>(C) {
    using V = gf::variant<C, gf::shared_tile<8>, gf::block<16, 16>>;
    return gf::multiply_floor<V, float>(gf::h200).per_second();
  };
  const double peak = gf::h200.per_clock.fma * gf::h200.multiprocessors * gf::h200.clock;
  CHECK(rate(gf::coarsen<1>{}) < rate(gf::coarsen<2, 2>{}));
  CHECK(rate(gf::coarsen<2, 2>{}) < rate(gf::coarsen<8, 4>{}));
  CHECK(rate(gf::coarsen<8, 4>{}) <= peak);
}
