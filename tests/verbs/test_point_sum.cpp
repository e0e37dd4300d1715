// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums at points of no lattice, against float64.
#include <gridfold/point_sum.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/policy/variants.hpp>
#include <limits>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/lattice_sum_reference.hpp"
#include "../support/pairwise.hpp"

namespace test_point_sum
{

namespace gf = gridfold;

namespace
{

using test::executor;
using test::memory;

/// The lattice around which the sources of all tests lie.
constexpr gf::lattice around{.origin = {-3, 1, 0}, .spacing = 0.5, .shape = {40, 30, 20}};

/// Coordinates of points, every 50th of them on a source if there is one.
template <class P>
struct places {
  std::vector<P> x, y, z;

  template <class T>
  places(std::size_t count, const std::vector<gf::source<T>>& sources)
  {
    std::mt19937 generator(static_cast<unsigned>(count));
    std::uniform_real_distribution<P> somewhere(-10, 25);
    for (std::size_t n = 0; n < count; ++n) {
      const bool on_source = n % 50 == 49 && !sources.empty();
      const auto& s = sources.empty() ? gf::source<T>{} : sources[n % sources.size()];
      x.push_back(on_source ? static_cast<P>(s.x) : somewhere(generator));
      y.push_back(on_source ? static_cast<P>(s.y) : somewhere(generator));
      z.push_back(on_source ? static_cast<P>(s.z) : somewhere(generator));
    }
  }
};

template <class T>
struct summed {
  std::vector<T> values;
  unsigned long long left_out;
};

/// point_sum<V> into memory full of NaN. `make_pair(counter)` makes the interaction, given where to count.
template <class V, class T, class P, class MakePair>
summed<T> sum(const std::vector<gf::source<T>>& sources, const places<P>& at, MakePair make_pair)
{
  memory<gf::source<T>> there(sources);
  memory<P> x(at.x), y(at.y), z(at.z);
  memory<T> out(std::vector<T>(at.x.size(), std::numeric_limits<T>::quiet_NaN()));
  memory<unsigned long long> count({0});
  const gf::positions points(x, y, z);
  if constexpr (V::input::read_by_host)
    gf::point_sum<V>(executor{}, sources, points, out.span(), make_pair(count.data()));
  else
    gf::point_sum<V>(executor{}, there.span(), points, out.span(), make_pair(count.data()));
  return {out.values(), count.values()[0]};
}

/// The expected sums and their error bounds: `roundoffs` units in the last place per term, one per addition.
template <class V, class T, class P, class Rsqrt>
void check(std::size_t points, std::size_t atoms, double roundoffs)
{
  const auto sources = reference::random_sources<T>(atoms, around, 7);
  const places<P> at(points, sources);
  const auto [values, left_out] =
      sum<V>(sources, at, [](unsigned long long* count) { return gf::coulomb<Rsqrt>{gf::singularity::skip{count}}; });
  unsigned long long on_points = 0;
  int wrong = 0;
  for (std::size_t n = 0; n < points; ++n) {
    const auto expected = reference::sum_at(sources, at.x[n], at.y[n], at.z[n], reference::coulomb);
    wrong += !(std::abs(values[n] - expected.value) <=
               reference::tolerance<T>(expected, roundoffs, static_cast<double>(atoms)));
    on_points += static_cast<unsigned long long>(expected.on_point);
  }
  CAPTURE(V::name());
  CAPTURE(points);
  CAPTURE(atoms);
  CHECK(wrong == 0);
  CHECK(left_out == on_points);
}

template <class Coarsening, class Space, class Accumulation = gf::plain>
using fold = gf::variant<gf::gather, gf::interleaved, Coarsening, Space, gf::block<37>, Accumulation>;
/// A register of the host's, three points of which none is one, and points that three threads share.
using usual = gf::list<fold<gf::coarsen<16>, gf::shared_tile<100>>, fold<gf::coarsen<3>, gf::global>,
                       gf::variant<gf::coarsen<2>, gf::shared_tile<100>, gf::slices<3>, gf::block<37, 3>>,
                       gf::variant<gf::coarsen<2>, gf::shared_tile<50>, gf::stages<3>, gf::block<37>>,
                       gf::variant<gf::coarsen<2>, gf::shared_tile<50>, gf::stages<2>, gf::block<37>>>;
using every_fold = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 4>,
                             gf::list<gf::constant, gf::global, gf::read_only, gf::shared>, gf::list<gf::block<37>>>;

template <class Check>
void for_each_usual(Check check)
{
  gf::for_each(usual{}, [&]<class V>() {
    CAPTURE(V::name());
    check.template operator()<V>();
  });
}

/// The sums at (0, 0, 0) and at distance 1 from it, of sources at (0, 0, 0) and one of charge 4 at distance 8, by V.
template <class V, class Singularity>
std::vector<float> beside_and_on(const std::vector<float>& charges, Singularity singularity)
{
  std::vector<gf::source<float>> sources = {{0, 0, 8, 4}};
  for (const float charge : charges) sources.push_back({0, 0, 0, charge});
  places<float> at(2, std::vector<gf::source<float>>{});
  at.x = {1, 0}, at.y = {0, 0}, at.z = {8, 0};
  return sum<V>(sources, at,
                [&](unsigned long long*) { return gf::coulomb<gf::rsqrt::ieee, Singularity>{singularity}; })
      .values;
}

/// The x component of a field: it needs the vector.
struct field_x {
  template <class Source, class T>
  GRIDFOLD_HD T operator()(const Source& from, T dx, T dy, T dz) const
  {
    const T r2 = dx * dx + dy * dy + dz * dz;
    return from.charge * (dx + 2 * dy + 3 * dz) / r2;
  }
};

/// A function of the distance of one number at a time.
struct cored {
  GRIDFOLD_HD float operator()(float charge, float r2) const { return charge / (1 + r2); }
};

}  // namespace

TEST_CASE("every variant sums at any number of points from any number of sources")
{
  test::for_each_combination(test::pairwise<every_fold>{}, [&]<class V>() {
    check<V, float, float, gf::rsqrt::approx>(255, 2001, 5);
    check<V, float, float, gf::rsqrt::approx>(10000, 99, 5);
  });
  for_each_usual([&]<class V>() {
    for (const std::size_t points : {0u, 1u, 7u, 255u, 10000u})
      for (const std::size_t atoms : {0u, 1u, 100u, 255u}) check<V, float, float, gf::rsqrt::approx>(points, atoms, 5);
  });
}

TEST_CASE("reciprocal square roots, types and accumulations are those of lattice_sum")
{
  for_each_usual([&]<class V>() {
    check<V, float, float, gf::rsqrt::ieee>(255, 500, 2);
    check<V, double, double, gf::rsqrt::approx>(255, 500, 9);
    check<V, float, double, gf::rsqrt::approx>(255, 500, 5);
  });
  check<fold<gf::coarsen<4>, gf::shared, gf::compensated>, float, float, gf::rsqrt::ieee>(255, 5000, 2);
  check<fold<gf::coarsen<4>, gf::shared, gf::wide<double>>, float, float, gf::rsqrt::ieee>(255, 5000, 2);
}

TEST_CASE("the singularity policy applies to points on sources, as on a lattice")
{
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for_each_usual([&]<class V>() {
    CHECK(beside_and_on<V>({2}, gf::singularity::skip{})[1] == 0.5f);
    CHECK(beside_and_on<V>({2}, gf::singularity::infinite{})[1] == infinity);
    CHECK(beside_and_on<V>({2, -3}, gf::singularity::infinite{})[1] == -infinity);
    CHECK(beside_and_on<V>({2, -2}, gf::singularity::infinite{})[1] == 0.5f);
    CHECK(beside_and_on<V>({2}, gf::singularity::infinite{})[0] ==
          doctest::Approx(4 + 2 / std::sqrt(65.0)).epsilon(1e-6));
    CHECK(beside_and_on<V>({3}, gf::singularity::softened{6})[1] == doctest::Approx(3 / 6.0 + 4 / 10.0).epsilon(1e-6));
  });
}

TEST_CASE("interactions of the vector, and of one distance at a time")
{
  const auto sources = reference::random_sources<float>(50, around, 5);
  const places<float> at(100, std::vector<gf::source<float>>{});
  for_each_usual([&]<class V>() {
    const auto field = sum<V>(sources, at, [](unsigned long long*) { return field_x{}; }).values;
    const auto radial = sum<V>(sources, at, [](unsigned long long*) { return cored{}; }).values;
    int wrong = 0;
    for (std::size_t n = 0; n < at.x.size(); ++n) {
      double vector_sum = 0, radial_sum = 0, most = 0, most_radial = 0;
      for (const auto& s : sources) {
        const double dx = double(at.x[n]) - s.x, dy = double(at.y[n]) - s.y, dz = double(at.z[n]) - s.z;
        const double r2 = dx * dx + dy * dy + dz * dz, q = s.charge;
        vector_sum += q * (dx + 2 * dy + 3 * dz) / r2;
        most += std::abs(q) * (std::abs(dx) + 2 * std::abs(dy) + 3 * std::abs(dz)) / r2;
        radial_sum += q / (1 + r2);
        most_radial += std::abs(q) / (1 + r2);
      }
      // Exact coordinates: a dozen roundings a term at most, and one for each of 50 additions.
      const double units = 62 * std::numeric_limits<float>::epsilon() / 2.0;
      wrong += !(std::abs(field[n] - vector_sum) <= units * most);
      wrong += !(std::abs(radial[n] - radial_sum) <= units * most_radial);
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("the sum at a point with an infinite coordinate is zero, and other points are unaffected")
{
  const std::vector<gf::source<float>> sources = {{0, 0, 0, 3}};
  places<float> at(40, sources);
  at.x.assign(40, 1), at.y.assign(40, 0), at.z.assign(40, 0);
  at.y[3] = std::numeric_limits<float>::infinity(), at.z[4] = -std::numeric_limits<float>::infinity();
  std::vector<float> expected(40, 3.0f);
  expected[3] = expected[4] = 0;
  for_each_usual([&]<class V>() {
    CHECK(sum<V>(sources, at, [](unsigned long long*) { return gf::coulomb<gf::rsqrt::ieee>{}; }).values == expected);
  });
}

TEST_CASE("an output of another size is refused")
{
  const std::vector<gf::source<float>> sources;
  const std::vector<float> axis(3);
  std::vector<float> out(4);
  CHECK(test::message_of(
            [&] { gf::point_sum(executor{}, sources, gf::positions(axis, axis, axis), out, gf::coulomb<>{}); }) ==
        "the output has 4 elements, and 3 points are given (every point needs one): pass an output of their number");
}

static_assert(!gf::supports<gf::verb::point_sum,
                            gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>>);
static_assert(!gf::supports<gf::verb::point_sum,
                            gf::variant<gf::gather, gf::interleaved, gf::coarsen<4, 2>, gf::global, gf::block<32>>>);
static_assert(!gf::supports<gf::verb::point_sum,
                            gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::global, gf::block<8, 8>>>);

}  // namespace test_point_sum
