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

TEST_CASE("an H200 has the peak of its data sheet in FP32")
{
  // 67 Tflop/s; two for an FMA.
  CHECK(2 * gf::h200.per_clock.fma * gf::h200.multiprocessors * gf::h200.clock == doctest::Approx(67e12).epsilon(0.01));
}
