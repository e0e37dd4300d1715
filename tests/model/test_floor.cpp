// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floors on an H200, calculated by hand: 132 SMs at 1.98 GHz are 261.36 G clocks per second.
#include <gridfold/model/floor.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/model/instructions.hpp>
#include <gridfold/model/rates.hpp>
#include <gridfold/model/verb_floors.hpp>
#include <gridfold/policy/variant.hpp>

#include "../support/error_message.hpp"

namespace gf = gridfold;

namespace
{

constexpr double clocks = 132 * 1.98e9;

template <int X, int Y, class Space, class Block = gf::block<16, 8>>
using tile = gf::variant<gf::gather, gf::interleaved, gf::coarsen<X, Y>, Space, Block>;

/// Checks the limiting unit and the throughput: `per_clock` is the unit's rate, `each` its instructions per piece of
/// work.
void check(const gf::time_floor& floor, gf::unit binds, double per_clock, double each)
{
  CHECK(gf::name_of(floor.binds) == gf::name_of(binds));
  CHECK(floor.per_second() == doctest::Approx(per_clock * clocks / each).epsilon(1e-12));
}

}  // namespace

TEST_CASE("the H200's units: 4.18 T rsqrt, 33.5 T float and 16.7 T double fused multiply-adds a second")
{
  check(gf::floor_of({.mufu = 1}, 0, gf::h200), gf::unit::mufu, 16, 1);
  check(gf::floor_of({.fp64 = 1}, 0, gf::h200), gf::unit::fp64, 64, 1);
  check(gf::floor_of({.l1 = 1}, 0, gf::h200), gf::unit::l1, 32, 1);
  check(gf::floor_of({.other = 1}, 0, gf::h200), gf::unit::issue, 128, 1);
  // An SM issues as many instructions as it multiplies and adds: any other instruction makes issue slots the limit.
  check(gf::floor_of({.fma = 1}, 0, gf::h200), gf::unit::issue, 128, 1);
  gf::device_rates slower = gf::h200;
  slower.per_clock.fma = 64;
  check(gf::floor_of({.fma = 1}, 0, slower), gf::unit::fma, 64, 1);
  CHECK(gf::floor_of({}, 4.8e12, gf::h200).seconds == 1);
  CHECK(gf::floor_of({}, 4.8e12, gf::h200).binds == gf::unit::memory);
}

TEST_CASE("Coulomb by rsqrt::approx, 8x4 points per thread: limited by the MUFU")
{
  using variant = tile<8, 4, gf::read_only>;
  // 13 differences, 4 products and 4 fused for dy^2 + dz^2, 64 fused for 32 pairs; one load of 16 bytes
  const gf::instructions pair = gf::instructions_of_pair<variant, float>(gf::coulomb<>{});
  CHECK(pair.fma == doctest::Approx(85.0 / 32));
  CHECK(pair.mufu == 1);
  CHECK(pair.issued() == doctest::Approx(118.0 / 32));
  check(gf::lattice_sum_floor<variant, float>(gf::coulomb<>{}, gf::h200), gf::unit::mufu, 16, 1);
}

TEST_CASE("Coulomb by rsqrt::approx, one point per thread: limited by issue slots")
{
  // 3 differences, a product, 3 fused, the root, the load
  check(gf::lattice_sum_floor<tile<1, 1, gf::global>, float>(gf::coulomb<>{}, gf::h200), gf::unit::issue, 128, 9);
  // from space constant without the load there are 8, and the root takes as long
  const gf::instructions pair = gf::instructions_of_pair<tile<1, 1, gf::constant>, float>(gf::coulomb<>{});
  CHECK(pair.issued() == 8);
  CHECK(pair.l1 == 0);
}

TEST_CASE("Coulomb, IEEE, 4 points per thread: limited by issue slots")
{
  // fma: (6 differences, 1 product, 5 fused, 4 sums) / 4, root 4, division 5; mufu 2; other 9 and a load for 4
  const gf::instructions pair = gf::instructions_of_pair<tile<4, 1, gf::shared>, float>(gf::coulomb<gf::rsqrt::ieee>{});
  CHECK(pair.fma == 4 + 4 + 5);
  CHECK(pair.mufu == 2);
  check(gf::lattice_sum_floor<tile<4, 1, gf::shared>, float>(gf::coulomb<gf::rsqrt::ieee>{}, gf::h200), gf::unit::issue,
        128, 13 + 2 + 9 + 0.25);
}

TEST_CASE("Coulomb in double, 4x2 points per thread: limited by the double-precision unit")
{
  // (7 differences, 2 products, 2 fused, 16 fused) / 8, and 5 for a reciprocal root or 16 for a root and a division
  check(gf::lattice_sum_floor<tile<4, 2, gf::shared>, double>(gf::coulomb<>{}, gf::h200), gf::unit::fp64, 64,
        27.0 / 8 + 5);
  check(gf::lattice_sum_floor<tile<4, 2, gf::shared>, double>(gf::coulomb<gf::rsqrt::ieee>{}, gf::h200), gf::unit::fp64,
        64, 27.0 / 8 + 16);
}

TEST_CASE("half of rsqrt in software: limited by issue slots")
{
  using variant = tile<4, 2, gf::read_only>;
  const gf::coulomb<gf::rsqrt::mixed<1, 2>> halved;
  // 7 differences, 2 products, 2 fused and 16 fused for 8 pairs; a software root is 6 more on the FMA pipe and an
  // integer operation, instead of the unit's one; a load
  const gf::instructions pair = gf::instructions_of_pair<variant, float>(halved);
  CHECK(pair.fma == doctest::Approx(27.0 / 8 + 6.0 / 2));
  CHECK(pair.issued() == doctest::Approx(36.0 / 8 + 6.0 / 2));
  // Half a root at 16 a clock takes as long as 4 instructions at 128.
  check(gf::lattice_sum_floor<variant, float>(halved, gf::h200), gf::unit::issue, 128, 36.0 / 8 + 6.0 / 2);
}

TEST_CASE("sums in double of float terms: conversions use the MUFU as long as rsqrt does")
{
  using variant =
      gf::variant<gf::gather, gf::interleaved, gf::coarsen<8>, gf::shared, gf::block<32, 2>, gf::wide<double>>;
  check(gf::lattice_sum_floor<variant, float>(gf::coulomb<>{}, gf::h200), gf::unit::mufu, 16, 2);
}

TEST_CASE("compensated sums: limited by issue slots")
{
  using variant =
      gf::variant<gf::gather, gf::interleaved, gf::coarsen<8>, gf::shared, gf::block<32, 2>, gf::compensated>;
  // as in the machine code: 50 FADD, 1 FMUL, 25 FFMA and 8 MUFU for 8 pairs, and a load
  check(gf::lattice_sum_floor<variant, float>(gf::coulomb<>{}, gf::h200), gf::unit::issue, 128, 85.0 / 8);
}

TEST_CASE("a device with two double-precision units is 32 times slower in double")
{
  gf::device_rates desktop = gf::h200;
  desktop.per_clock = gf::rates_of({8, 9});
  check(gf::lattice_sum_floor<tile<4, 2, gf::shared>, double>(gf::coulomb<>{}, desktop), gf::unit::fp64, 2,
        27.0 / 8 + 5);
}

TEST_CASE("copies and reductions are limited by memory")
{
  CHECK(gf::copy_floor(gf::h200).per_second() == doctest::Approx(4.8e12));
  CHECK(gf::copy_floor(gf::h200).binds == gf::unit::memory);
  CHECK(gf::reduce_floor<float>(gf::h200).per_second() == doctest::Approx(4.8e12));
  CHECK(gf::reduce_floor<double>(gf::h200).binds == gf::unit::memory);
}

TEST_CASE("multiply: a tile with one sum per thread is limited by shared memory, 8x8 sums by issue slots")
{
  // a step: an access for the row, one for the column, one multiply-add
  using notes = tile<1, 1, gf::shared_tile<32>, gf::block<32, 8>>;
  check(gf::multiply_floor<notes, float>(gf::h200), gf::unit::l1, 32, 2);
  // a step: 4 accesses of 16 bytes, 64 multiply-adds
  using coarsened = tile<8, 8, gf::shared_tile<16>, gf::block<16, 16>>;
  check(gf::multiply_floor<coarsened, float>(gf::h200), gf::unit::issue, 128, 68.0 / 64);
  // the row's 8 numbers are 2 different ones a warp: 2 accesses; the column's 8 are 16: 512 bytes, 4 clocks
  CHECK(gf::instructions_of_product<coarsened, float>().l1 == doctest::Approx(6.0 / 64));
}

TEST_CASE("multiply in double is limited by the double-precision unit")
{
  check(gf::multiply_floor<tile<4, 4, gf::shared_tile<16>, gf::block<16, 16>>, double>(gf::h200), gf::unit::fp64, 64,
        1);
}

TEST_CASE("units have names")
{
  CHECK(gf::name_of(gf::unit::mufu) == "mufu");
  CHECK(gf::name_of(gf::unit::fma) == "fma");
  CHECK(gf::name_of(gf::unit::fp64) == "fp64");
  CHECK(gf::name_of(gf::unit::l1) == "l1");
  CHECK(gf::name_of(gf::unit::issue) == "issue");
  CHECK(gf::name_of(gf::unit::memory) == "memory");
}

TEST_CASE("a compute capability without known rates is refused")
{
  CHECK(
      test::message_of([] {
        (void)gf::rates_of({5, 2});
      }) ==
      "no rates are known for compute capability 5.2 (they are known for 7.5, 8.0, 8.6, 8.7, 8.9, 9.0 and 10.0): fill "
      "in a multiprocessor_rates from the CUDA programming guide");
}

static_assert(gf::rates_of({7, 5}).fma == 64 && gf::rates_of({7, 5}).fp64 == 2);
static_assert(gf::rates_of({8, 0}).fma == 64 && gf::rates_of({8, 0}).fp64 == 32);
static_assert(gf::rates_of({8, 6}).fma == 128 && gf::rates_of({8, 6}).fp64 == 2);
static_assert(gf::rates_of({10, 0}).fma == 128 && gf::rates_of({10, 0}).fp64 == 64);
