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

TEST_CASE("a gathered source takes one access of 16 bytes in float and two in double, for all items of a thread")
{
  const auto accesses = []<class V, class T>() {
    return gf::instructions_of_pair<V, T>(gf::coulomb<>{}).l1 * V::coarsening::items;
  };
  using gathered = gf::variant<gf::coarsen<4, 2>, gf::global, gf::block<32, 4>>;
  using shared = gf::variant<gf::coarsen<4, 4>, gf::shared_tile<64>, gf::block<32, 4>>;
  using in_constant = gf::variant<gf::coarsen<4, 2>, gf::constant_chunk<64>, gf::block<32, 4>>;
  CHECK(accesses.operator()<gathered, float>() == doctest::Approx(1));
  CHECK(accesses.operator()<gathered, double>() == doctest::Approx(2));
  CHECK(accesses.operator()<shared, float>() == doctest::Approx(1));
  CHECK(accesses.operator()<shared, double>() == doctest::Approx(2));
  CHECK(accesses.operator()<in_constant, double>() == 0);
}

TEST_CASE("an access to a source takes one instruction of a thread, shared by its items")
{
  const auto others = []<class Input, class T>() {
    using V = gf::variant<gf::coarsen<4, 2>, Input, gf::block<32, 4>>;
    return gf::instructions_of_pair<V, T>(gf::coulomb<>{}).other;
  };
  using chunk = gf::constant_chunk<64>;
  CHECK(8 * (others.operator()<gf::global, float>() - others.operator()<chunk, float>()) == doctest::Approx(1));
  CHECK(8 * (others.operator()<gf::global, double>() - others.operator()<chunk, double>()) == doctest::Approx(2));
}

TEST_CASE("loads of a product are of 16 bytes, and of 128 different bytes in a clock")
{
  const auto check = [](int items, int different, int bytes, double accesses, double clocks) {
    const gf::instructions loads = gf::detail::loads_of(items, different, bytes);
    CHECK((loads.other == accesses && loads.l1 == clocks && loads.fma == 0));
  };
  check(1, 1, 4, 1, 1);
  check(4, 1, 4, 1, 1);
  check(5, 1, 4, 2, 2);
  check(4, 8, 4, 1, 1);
  check(4, 9, 4, 1, 2);
  check(2, 32, 8, 1, 4);
  check(3, 32, 8, 2, 6);
}

TEST_CASE("floors of simple verbs on a processor of round figures, by hand")
{
  // One clock a second, so that a rate is a number of operations; memory that is never the limit, then one that is.
  gf::device_rates slow = gf::h200;
  slow.multiprocessors = 1;
  slow.clock = 1;
  slow.bandwidth = 1e30;
  slow.per_clock = {.mufu = 16, .fma = 128, .fp64 = 2, .l1 = 1, .issue = 4};
  // Of 16 bytes: 4 additions, 1 load, and an access of 4 clocks of L1; in double 2 additions at 2 a clock.
  CHECK(gf::reduce_floor<float>(slow).per_second() == doctest::Approx(16.0 / 4));
  slow.per_clock.l1 = 1000;
  CHECK(gf::reduce_floor<double>(slow).per_second() == doctest::Approx(16.0));
  slow.bandwidth = 3;
  CHECK(gf::reduce_floor<double>(slow).per_second() == doctest::Approx(3));
  CHECK(gf::copy_floor(slow).per_second() == doctest::Approx(3));
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
