// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/split_polynomial.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE_TEMPLATE("a polynomial of the squared distance is fitted to rounding", T, float, double)
{
  // Three terms of at most 1.1 each, rounded a few times.
  const auto smooth = [](double rho) { return 1.1 - 0.7 * rho * rho + 0.2 * std::pow(rho, 4); };
  const gf::split_polynomial<T, 2> fitted(9, 2.5, smooth);
  for (double rho = 0; rho <= 1; rho += 1.0 / 32)
    CHECK(std::abs(static_cast<double>(fitted.within(static_cast<T>(6.25 * rho * rho))) * 2.5 - smooth(rho)) <
          10 * static_cast<double>(std::numeric_limits<T>::epsilon()));
  CHECK(fitted.at_zero() == fitted.within(T(0)));
  CHECK(fitted.cutoff2 == T(6.25));
}

TEST_CASE("a split without a cutoff or beyond the range of bandwidths is refused")
{
  const auto refusal = [](double bandwidth, double cutoff) {
    return message_of([&] { (void)gf::split_polynomial<float, 6>(bandwidth, cutoff, [](double) { return 1.0; }); });
  };
  CHECK(refusal(8, 2) == "");
  CHECK(explains(refusal(0, 2), "bandwidth of a split is 0"));
  CHECK(explains(refusal(61, 2), "bandwidth of a split is 61"));
  CHECK(explains(refusal(8, 0), "split at 0"));
  CHECK(explains(refusal(8, -1), "cutoff is -1"));
}
