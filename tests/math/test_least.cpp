// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/least.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// Positive numbers of every magnitude.
template <class T>
std::vector<T> random_numbers(std::mt19937& generator)
{
  std::uniform_real_distribution<double> exponent(-100, 100);
  std::vector<T> numbers;
  for (int n = 0; n < 1000; ++n) numbers.push_back(static_cast<T>(std::exp2(exponent(generator))));
  return numbers;
}

template <class T>
T least_of(const std::vector<T>& numbers)
{
  gf::math::least<T> least;
  for (const T x : numbers) least.add(x);
  return least.value();
}

}  // namespace

TEST_CASE("the minimum of no numbers is infinite")
{
  CHECK(least_of<float>({}) == std::numeric_limits<float>::infinity());
  CHECK(least_of<double>({}) == std::numeric_limits<double>::infinity());
  CHECK(least_of<long double>({}) == std::numeric_limits<long double>::infinity());
}

TEST_CASE("floats have their minimum, doubles one that is too small by 2^-20 at most")
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const std::vector<float> floats = random_numbers<float>(generator);
  CHECK(least_of(floats) == *std::min_element(floats.begin(), floats.end()));
  const std::vector<double> doubles = random_numbers<double>(generator);
  const double minimum = *std::min_element(doubles.begin(), doubles.end());
  CHECK(least_of(doubles) <= minimum);
  CHECK(least_of(doubles) >= minimum * (1 - 0x1p-20));
}

namespace
{

/// How often the least of random packs is not the least of their lanes.
template <class T, int Lanes>
int wrong_of_packs(std::mt19937& generator)
{
  const std::vector<T> numbers = random_numbers<T>(generator);
  int wrong = 0;
  for (int n = 0; n < 200; ++n) {
    gf::math::least<gf::pack<T, Lanes>> least;
    T expected = std::numeric_limits<T>::max();
    for (int packs = 1 + n % 3; packs > 0; --packs) {
      gf::pack<T, Lanes> x(T(0));
      for (int l = 0; l < Lanes; ++l) {
        const T number = numbers[generator() % numbers.size()];
        set_lane(x, l, number);
        expected = std::min(expected, number);
      }
      least.add(x);
    }
    wrong += least.value() != expected;
  }
  return wrong;
}

}  // namespace

TEST_CASE("a pack's minimum is that of all its lanes, in whichever it is")
{
  std::mt19937 generator(test::seed());
  CHECK(wrong_of_packs<float, 2>(generator) == 0);
  CHECK(wrong_of_packs<float, 8>(generator) == 0);
  CHECK(wrong_of_packs<double, 2>(generator) == 0);
  CHECK(wrong_of_packs<double, 4>(generator) == 0);
  CHECK(wrong_of_packs<double, 8>(generator) == 0);
  gf::math::least<gf::pack<double, 4>> least;
  for (int n = 0; n < 5; ++n) {
    gf::pack<double, 4> x(10.0);
    set_lane(x, n % 4, 5.0 - n);
    least.add(x);
  }
  CHECK(least.value() == 1.0);
}
