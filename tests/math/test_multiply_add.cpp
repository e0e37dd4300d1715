// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/multiply_add.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// Whether a*b + c, for random numbers, is what one rounding or two roundings give: the same in every case.
template <class T>
void check_rounding()
{
  std::mt19937 random(test::seed());
  std::uniform_real_distribution<T> number(-2, 2);
  int fused = 0, rounded_twice = 0;
  constexpr int cases = 2000;
  for (int n = 0; n < cases; ++n) {
    const T a = number(random), b = number(random), c = number(random), found = gf::math::multiply_add(a, b, c);
    volatile T product = a * b;
    fused += found == std::fma(a, b, c);
    rounded_twice += found == product + c;
  }
  CHECK((fused == cases || rounded_twice == cases));
}

}  // namespace

TEST_CASE("a product and its sum are rounded once or twice, in all cases alike")
{
  check_rounding<float>();
  check_rounding<double>();
}
