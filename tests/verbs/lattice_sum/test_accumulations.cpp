// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compensated and wide sums of float terms against their bounds in policy/accumulation.hpp.
#include <algorithm>
#include <cmath>

#include "check_variants.hpp"

namespace test_lattice_sum_accumulations
{

namespace gf = gridfold;

namespace
{

template <class Space, class Accumulation>
using accumulated = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4, 2>, Space, gf::block<7, 3>, Accumulation>;

using accumulated_variants = gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::list<gf::coarsen<4, 2>>,
                                       gf::list<gf::constant, gf::global, gf::shared>, gf::list<gf::block<7, 3>>,
                                       gf::list<gf::compensated, gf::wide<double>>>;

constexpr double u = std::numeric_limits<float>::epsilon() / 2.0;

/// Units of roundoff of adding n terms: the sum's own rounding, that of every chunk, and 2 (n u)^2 that compensation
/// leaves. The n roundings in double of a wide sum are negligible.
template <class V>
double additions(double n)
{
  double chunks = 1;
  if constexpr (V::input::read_by_host) chunks = std::ceil(n / V::input::chunk);
  return 1 + chunks + (std::is_same_v<typename V::accumulation, gf::compensated> ? 2 * n * n * u : 0);
}

/// The largest ratio of a point's error to the bound of V's accumulation.
template <class V, class Out, class Bounds = V>
double error_ratio(const test::sums::problem<float>& p)
{
  const auto map =
      test::sum<V, Out>(p.sources, p.where, [](unsigned long long*) { return gf::coulomb<gf::rsqrt::ieee>{}; }).map;
  const auto n = static_cast<double>(p.sources.size());
  double worst = 0;
  for (std::size_t i = 0; i < p.expected.size(); ++i)
    worst = std::max(
        worst, std::abs(static_cast<double>(map.values[i]) - p.expected[i].value) /
                   reference::tolerance<float>(p.expected[i], test::sums::term_roundoffs<gf::rsqrt::ieee, float>(),
                                               additions<Bounds>(n)));
  return worst;
}

/// One large charge, then 4,000 charges whose terms are each less than half a unit in its last place. From points
/// within 2 of the origin all are between 8 and 12 away, so that the ratio of their distances is below two.
test::sums::problem<float> swamped()
{
  constexpr gf::lattice where{.origin = {-1, -1, -1}, .spacing = 0.25, .shape = {9, 8, 2}};
  test::sums::problem<float> p(where, 0);
  p.sources.assign(4001, {0, 10, 0, 0x1p-26f});
  for (std::size_t s = 0; s < p.sources.size(); ++s) p.sources[s].x = static_cast<float>(s % 5) / 4;
  p.sources[0].charge = 1;
  p.expected = reference::sums(p.sources, where);
  return p;
}

void check_bounds(const test::sums::problem<float>& p)
{
  using combinations = test::pairwise<accumulated_variants, gf::list<float, double>>;
  test::for_each_combination(combinations{}, [&]<class V, class Out>() {
    CAPTURE(V::name());
    CHECK(error_ratio<V, Out>(p) <= 1);
  });
}

}  // namespace

TEST_CASE("a compensated or wide sum of 4,001 float terms is within its bound")
{
  check_bounds(test::sums::problem<float>(test::sums::primes, 4001));
}

TEST_CASE("a compensated or wide sum keeps small terms beside a large one") { check_bounds(swamped()); }

// The terms of the first launch, a quarter of all; the sums of later launches are large.
TEST_CASE("a plain sum loses small terms beside a large one, twenty times the bound of a compensated sum")
{
  CHECK(error_ratio<accumulated<gf::global, gf::plain>, float, accumulated<gf::global, gf::compensated>>(swamped()) >
        20);
}

}  // namespace test_lattice_sum_accumulations
