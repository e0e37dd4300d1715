// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/rates.hpp>

#include <doctest/doctest.h>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("rates are known for the compute capabilities that the documentation names")
{
  for (const gf::compute_capability known :
       {gf::compute_capability{7, 5}, {8, 0}, {8, 6}, {8, 7}, {8, 9}, {9, 0}, {10, 0}}) {
    const gf::multiprocessor_rates rates = gf::rates_of(known);
    CHECK(rates.mufu < rates.fma);
    CHECK(rates.fp64 <= rates.fma);
    CHECK(rates.fma <= rates.issue);
  }
  CHECK(test::explains(test::message_of([] { (void)gf::rates_of({6, 1}); }), "capability 6.1"));
}

TEST_CASE("the rates of each compute capability are those of the documentation, unit by unit")
{
  struct known {
    gf::compute_capability of;
    double fma, fp64;
  };
  for (const auto& [of, fma, fp64] :
       {known{{7, 5}, 64, 2}, known{{8, 0}, 64, 32}, known{{8, 6}, 128, 2}, known{{8, 7}, 128, 2},
        known{{8, 9}, 128, 2}, known{{9, 0}, 128, 64}, known{{10, 0}, 128, 64}}) {
    CAPTURE(of.major);
    CAPTURE(of.minor);
    const gf::multiprocessor_rates rates = gf::rates_of(of);
    CHECK((rates.fma == fma && rates.fp64 == fp64));
    CHECK((rates.mufu == 16 && rates.l1 == 32 && rates.issue == 128));
  }
  for (const gf::compute_capability unknown :
       {gf::compute_capability{7, 0}, {8, 1}, {8, 8}, {9, 1}, {10, 1}, {6, 0}, {6, 6}})
    CHECK(test::explains(test::message_of([&] { (void)gf::rates_of(unknown); }), "no rates are known"));
}

TEST_CASE("an H200 has the peak of its data sheet in FP32")
{
  // 67 Tflop/s; two for an FMA.
  CHECK(2 * gf::h200.per_clock.fma * gf::h200.multiprocessors * gf::h200.clock == doctest::Approx(67e12).epsilon(0.01));
}
