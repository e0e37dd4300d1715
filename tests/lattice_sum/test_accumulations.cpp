// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compensated and wide sums of float terms against their bounds in policy/accumulation.hpp.
#include <algorithm>
#include <cmath>

#include "check_variants.hpp"

namespace gf = gridfold;

namespace
{

template <class Space, class Accumulation>
using accumulated = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4, 2>, Space, gf::block<7, 3>, Accumulation>;

using accumulated_variants = gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::list<gf::coarsen<4, 2>>,
                                       gf::list<gf::constant, gf::global, gf::shared>, gf::list<gf::block<7, 3>>,
                                       gf::list<gf::compensated, gf::wide<double>>>;

constexpr double u = std::numeric_limits<float>::epsilon() / 2.0;

/// Units of roundoff that adding n terms may cost: the sum's own rounding, that of every chunk, and what a compensated
/// sum does not make good, 2 (n u)^2. A wide sum's n roundings in double are nothing beside these.
template <class V>
double additions(double n)
{
  double chunks = 1;
  if constexpr (gf::is_constant<typename V::input>) chunks = std::ceil(n / V::input::chunk);
  return 1 + chunks + (std::is_same_v<typename V::accumulation, gf::compensated> ? 2 * n * n * u : 0);
}

/// The largest ratio of a point's error to what V's accumulation may make it.
template <class V, class Out, class Bounds = V>
double error_ratio(const test::problem<float>& p)
{
  const auto map =
      test::sum<V, Out>(p.sources, p.where, [](unsigned long long*) { return gf::coulomb<gf::exact>{}; }).map;
  const auto n = static_cast<double>(p.sources.size());
  double worst = 0;
  for (std::size_t i = 0; i < p.expected.size(); ++i)
    worst = std::max(worst, std::abs(static_cast<double>(map.values[i]) - p.expected[i].value) /
                                reference::tolerance<float>(p.expected[i], test::term_roundoffs<gf::exact, float>(),
                                                            additions<Bounds>(n)));
  return worst;
}

/// One large charge, then 4,000 whose every term is less than half a unit of the large one's last place: from points
/// within 2 of the origin they all are between 8 and 12 away, less than twice as far as each other.
test::problem<float> swamped()
{
  constexpr gf::lattice where{.origin = {-1, -1, -1}, .spacing = 0.25, .shape = {9, 8, 2}};
  test::problem<float> p(where, 0);
  p.sources.assign(4001, {0, 10, 0, 0x1p-26f});
  for (std::size_t s = 0; s < p.sources.size(); ++s) p.sources[s].x = static_cast<float>(s % 5) / 4;
  p.sources[0].charge = 1;
  p.expected = reference::sums(p.sources, where);
  return p;
}

template <class Out>
void check_bounds(const test::problem<float>& p)
{
  gf::for_each(accumulated_variants{}, [&]<class V>() {
    CAPTURE(V::name());
    CHECK(error_ratio<V, Out>(p) <= 1);
  });
}

}  // namespace

TEST_CASE_TEMPLATE("a compensated or wide sum of 4,001 float terms is within its bound", Out, float, double)
{
  check_bounds<Out>(test::problem<float>(test::primes, 4001));
}

TEST_CASE_TEMPLATE("a compensated or wide sum keeps small terms beside a large one", Out, float, double)
{
  check_bounds<Out>(swamped());
}

// Those of the first launch, a quarter of them: other launches' sums are not small any more.
TEST_CASE("a plain sum loses small terms beside a large one, twenty times what a compensated sum may")
{
  CHECK(error_ratio<accumulated<gf::global, gf::plain>, float, accumulated<gf::global, gf::compensated>>(swamped()) >
        20);
}
