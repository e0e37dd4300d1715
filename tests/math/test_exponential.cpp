// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compiled twice: with the flags of all tests, and with -ffast-math, which must not matter.
#include <gridfold/math/exponential.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include "every_float.hpp"
#include "exponential_samples.hpp"
#include "pack_types.hpp"

namespace gf = gridfold;

namespace
{

template <class P, class T>
int wrong_of(const std::vector<T>& exponents)
{
  int wrong = 0;
  P x(T(0));
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    gf::set_lane(x, static_cast<int>(i) % gf::lane_count<P>, exponents[i]);
    if (static_cast<int>(i + 1) % gf::lane_count<P> == 0) wrong += test::wrong_lanes(x);
  }
  return wrong + test::wrong_lanes(x);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("2^x is within its bound at the ends of its range and about every integer", P, boundaries)
{
  CHECK(wrong_of<P>(test::exponents_at_boundaries<typename gf::lane_type<P>::type>()) == 0);
}
TEST_CASE_TEMPLATE_APPLY(boundaries, test::widths);

TEST_CASE_TEMPLATE_DEFINE("2^x is within its bound for random numbers", P, random_numbers)
{
  constexpr unsigned seed = 14;
  CAPTURE(seed);
  CHECK(wrong_of<P>(test::random_exponents<typename gf::lane_type<P>::type>(1 << 19, seed)) == 0);
}
TEST_CASE_TEMPLATE_APPLY(random_numbers, test::widths);

TEST_CASE_TEMPLATE_DEFINE("2^x of an integer is exact where AVX-512 or a scalar computes it, and 2^0 everywhere", P,
                          exact)
{
  using T = typename gf::lane_type<P>::type;
  CHECK(gf::get_lane(gf::exponential_base2(P(T(0))), 0) == 1);
  if constexpr (gf::lane_count<P> == 1 || sizeof(P) == 64)
    for (const int n : {-99, -3, 1, 7, 127})
      CHECK(gf::get_lane(gf::exponential_base2(P(T(n))), 0) == std::ldexp(T(1), n));
}
TEST_CASE_TEMPLATE_APPLY(exact, test::widths);

TEST_CASE("2^x is within its bound for every 61st float (the test every_float has all)")
{
  CHECK(test::wrong_of_all_floats<gf::pack<float, 4>>(61) == 0);
  CHECK(test::wrong_of_all_floats<test::widest>(61) == 0);
}
