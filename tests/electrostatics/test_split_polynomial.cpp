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

TEST_CASE_TEMPLATE("a fit of a lower degree ends with zeros, and is the same without them", T, float, double)
{
  const auto smooth = [](double rho) { return std::exp(-rho * rho); };
  const gf::split_polynomial<T, 4> expected(9, 2.5, smooth);
  const gf::split_polynomial<T, 6> padded(9, 2.5, smooth, 4);
  const gf::split_polynomial<T, 4> fitted(padded);
  for (int power = 0; power <= 6; ++power)
    CHECK(padded.coefficient[power] == (power <= 4 ? expected.coefficient[power] : T(0)));
  for (int power = 0; power <= 4; ++power) CHECK(fitted.coefficient[power] == expected.coefficient[power]);
  for (const T r2 : {T(0), T(0.3), T(2), T(6.2)}) {
    CHECK(padded.within(r2) == expected.within(r2));
    CHECK(fitted.within(r2) == expected.within(r2));
  }
  CHECK(fitted.cutoff == 2.5);
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
