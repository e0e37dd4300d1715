// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/small_dft.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

#include "../../support/seed.hpp"

namespace small_dft_tests
{

namespace gf = gridfold;

/// Transforms random numbers, and compares with sums in double.
template <int Points, bool Inverse, class T>
void check_dft(std::mt19937& generator)
{
  std::uniform_real_distribution<T> number(-1, 1);
  gf::kernel::wave<T> x[Points];
  for (auto& wave : x) wave = {number(generator), number(generator)};
  gf::kernel::wave<T> before[Points];
  std::copy(x, x + Points, before);
  gf::kernel::small_dft<Points, Inverse>(x);
  for (int p = 0; p < Points; ++p) {
    std::complex<double> sum = 0;
    for (int q = 0; q < Points; ++q)
      sum += std::complex<double>(before[q].real, before[q].imag) *
             std::polar(1.0, (Inverse ? 2 : -2) * std::numbers::pi * (p * q % Points) / Points);
    // At most 2 Points terms of up to 1, each of which has fewer than 2 Points + 4 roundings.
    const double bound = 2 * Points * (2 * Points + 4) * 0.5 * static_cast<double>(std::numeric_limits<T>::epsilon());
    CHECK(std::abs(std::complex<double>(x[p].real, x[p].imag) - sum) < bound);
  }
}

TEST_CASE_TEMPLATE("transforms of few numbers are sums of turned numbers, in both directions", T, float, double)
{
  std::mt19937 generator(test::seed());
  const auto both = [&]<int... Points>(std::integer_sequence<int, Points...>)
  {
    (check_dft<Points, false, T>(generator), ...);
    (check_dft<Points, true, T>(generator), ...);
  };
  both(std::integer_sequence<int, 2, 3, 4, 5, 7, 8>{});
}

}  // namespace small_dft_tests
