// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The accumulations against their bounds in policy/accumulation.hpp, on terms whose sum is known exactly. Compiled
/// twice: with the flags of all tests, and with -ffast-math, which must not matter.
#include <gridfold/policy/running_sum.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../math/pack_types.hpp"

namespace gf = gridfold;

namespace
{

/// Terms of type T that are integers, their exact sum s and the exact sum S of their magnitudes.
template <class T>
struct terms {
  using integer = __int128;
  std::vector<T> values;
  integer sum = 0, magnitude = 0;

  void push(integer term)
  {
    values.push_back(static_cast<T>(term));
    sum += term;
    magnitude += term < 0 ? -term : term;
  }
};

/// `count` terms of both signs and of magnitudes over five decades that cancel to a sum some 10^6 times smaller than
/// what was added: pairs of a term and its negative, shuffled, and a small rest.
template <class T>
terms<T> cancelling(std::size_t count)
{
  std::mt19937_64 generator(count);
  constexpr int digits = std::numeric_limits<T>::digits;
  std::vector<__int128> integers;
  while (integers.size() < count) {
    const __int128 term = static_cast<__int128>(generator() >> (64 - digits)) << (generator() % 17);
    integers.push_back(term);
    integers.push_back(-term);
  }
  for (std::size_t i = 0; i < 10; ++i) integers[i] = static_cast<__int128>(generator() % 1000);
  std::shuffle(integers.begin(), integers.end(), generator);
  terms<T> result;
  for (const __int128 term : integers) result.push(term);
  return result;
}

/// One large term and `count` small ones, each less than half a unit in its last place, but not together.
template <class T>
terms<T> swamped(std::size_t count)
{
  terms<T> result;
  result.push(static_cast<__int128>(5) << std::numeric_limits<T>::digits);
  for (std::size_t i = 0; i < count; ++i) result.push(1);
  return result;
}

template <class T>
std::vector<terms<T>> nasty()
{
  return {cancelling<T>(20), cancelling<T>(1000), cancelling<T>(1000000), swamped<T>(1000), swamped<T>(1000000)};
}

/// The sum of the terms, equal in every lane.
template <class Accumulation, class P, class T>
auto sum(const terms<T>& all)
{
  gf::policy::running_sum<Accumulation, P> total;
  for (const T term : all.values) total.add(P(term));
  return total.value();
}

template <class T>
struct bounds {
  double n, magnitude, sum, u = std::numeric_limits<T>::epsilon() / 2.0;

  explicit bounds(const terms<T>& all)
      : n(static_cast<double>(all.values.size())),
        magnitude(static_cast<double>(all.magnitude)),
        sum(std::abs(static_cast<double>(all.sum)))
  {
  }
  [[nodiscard]] double plain() const { return (n - 1) * u * magnitude; }
  [[nodiscard]] double compensated() const { return u * sum + 2 * (n * u) * (n * u) * magnitude; }
  [[nodiscard]] double wide(double w) const { return (n - 1) * w * magnitude + u * sum; }
};

/// The largest error of any lane. Sums are integers too, so their difference is exact.
template <class P, class T>
double error(const P& computed, const terms<T>& all)
{
  double worst = 0;
  for (int l = 0; l < gf::lane_count<P>; ++l)
    worst = std::max(worst, std::abs(static_cast<double>(static_cast<__int128>(gf::get_lane(computed, l)) - all.sum)));
  return worst;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("a plain sum is within its bound", P, plain_sums)
{
  using T = typename gf::lane_type<P>::type;
  for (const auto& all : nasty<T>()) CHECK(error(sum<gf::plain, P>(all), all) <= bounds<T>(all).plain());
}
TEST_CASE_TEMPLATE_APPLY(plain_sums, test::widths);

TEST_CASE_TEMPLATE_DEFINE("a compensated sum is within its bound", P, compensated_sums)
{
  using T = typename gf::lane_type<P>::type;
  for (const auto& all : nasty<T>()) CHECK(error(sum<gf::compensated, P>(all), all) <= bounds<T>(all).compensated());
}
TEST_CASE_TEMPLATE_APPLY(compensated_sums, test::widths);

TEST_CASE_TEMPLATE("a float sum accumulated in double is within its bound", P, float, gf::pack<float, 2>,
                   gf::pack<float, 4>)
{
  constexpr double w = std::numeric_limits<double>::epsilon() / 2;
  for (const auto& all : nasty<float>()) {
    auto computed = sum<gf::wide<double>, P>(all);
    static_assert(std::is_same_v<typename gf::lane_type<decltype(computed)>::type, double>);
    CHECK(error(computed, all) <= bounds<float>(all).wide(w));
  }
}

TEST_CASE_TEMPLATE("a compensated sum keeps what a plain one loses", T, float, double)
{
  const terms<T> all = swamped<T>(1000000);
  CHECK(error(sum<gf::plain, T>(all), all) >= 100 * error(sum<gf::compensated, T>(all), all));
}

TEST_CASE_TEMPLATE("parts of a sum that are merged are within the bound of the whole", T, float, double)
{
  for (const auto& all : nasty<T>()) {
    gf::policy::running_sum<gf::plain, T> plain, of_plain[3];
    gf::policy::running_sum<gf::compensated, T> compensated, of_compensated[3];
    for (std::size_t n = 0; n < all.values.size(); ++n) {
      const std::size_t part = 3 * n / all.values.size();
      of_plain[part].add(all.values[n]);
      of_compensated[part].add(all.values[n]);
    }
    for (const auto& part : of_plain) plain.add(part);
    for (const auto& part : of_compensated) compensated.add(part);
    CHECK(error(plain.value(), all) <= bounds<T>(all).plain());
    CHECK(error(compensated.value(), all) <= bounds<T>(all).compensated());
  }
  const terms<float> all = swamped<float>(1000);
  gf::policy::running_sum<gf::wide<double>, float> first, second;
  for (std::size_t n = 0; n < all.values.size(); ++n) (n % 2 == 0 ? first : second).add(all.values[n]);
  first.add(second);
  CHECK(error(first.value(), all) == 0);
}

TEST_CASE("a sum of no terms is zero")
{
  CHECK(gf::policy::running_sum<gf::plain, float>().value() == 0);
  CHECK(gf::policy::running_sum<gf::compensated, float>().value() == 0);
  CHECK(gf::policy::running_sum<gf::wide<double>, float>().value() == 0);
}
