// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sources that lie on points except for the rounding of their coordinates. Coordinates are multiples of a thousandth,
/// so that it is known exactly which source lies on which point, and are passed as the nearest floating-point numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "../../support/executors.hpp"
#include "../../support/lattice_sum_reference.hpp"
#include "../../support/small_tests.hpp"
#include "singularity_variants.hpp"

namespace test_lattice_sum_rounding
{

namespace gf = gridfold;

namespace
{

using place = std::array<std::int64_t, 3>;  // in thousandths

struct ion {
  place at;
  double charge;
};

/// A lattice in thousandths.
struct grid {
  place origin, spacing, shape;

  [[nodiscard]] gf::lattice lattice() const
  {
    return {.origin = {double(origin[0]) / 1000, double(origin[1]) / 1000, double(origin[2]) / 1000},
            .spacing = {double(spacing[0]) / 1000, double(spacing[1]) / 1000, double(spacing[2]) / 1000},
            .shape = {shape[0], shape[1], shape[2]}};
  }
  [[nodiscard]] place at(const place& index) const
  {
    return {origin[0] + index[0] * spacing[0], origin[1] + index[1] * spacing[1], origin[2] + index[2] * spacing[2]};
  }
  [[nodiscard]] double size() const
  {
    std::int64_t most = 0;
    for (std::size_t d = 0; d < 3; ++d)
      most = std::max({most, std::abs(origin[d]), std::abs(origin[d] + (shape[d] - 1) * spacing[d])});
    return double(most) / 1000;
  }
};

class dice {
 public:
  explicit dice(unsigned seed) : generator_(seed) {}
  std::int64_t number(std::int64_t low, std::int64_t high)
  {
    return std::uniform_int_distribution<std::int64_t>(low, high)(generator_);
  }
  place index(const grid& of)
  {
    return {number(0, of.shape[0] - 1), number(0, of.shape[1] - 1), number(0, of.shape[2] - 1)};
  }
  double charge() { return double(number(1, 900)) / (number(0, 1) == 0 ? 100 : -100); }

 private:
  std::mt19937 generator_;
};

/// A random lattice within `far` thousandths of zero.
grid random_grid(dice& by, std::int64_t far)
{
  return {{by.number(-far, far), by.number(-far, far), by.number(-far, far)},
          {by.number(100, 700), by.number(100, 700), by.number(100, 700)},
          {by.number(1, 13), by.number(1, 9), by.number(1, 5)}};
}

/// Ions on points, two of them on one, and ions at least `apart` thousandths from any: next to a point or far from all.
std::vector<ion> random_ions(dice& by, const grid& on, std::int64_t apart)
{
  std::vector<ion> ions;
  for (int n = 0; n < 4; ++n) ions.push_back({on.at(by.index(on)), by.charge()});
  ions.push_back({ions[0].at, -ions[0].charge});
  for (int n = 0; n < 6; ++n) {
    place beside = on.at(by.index(on));
    beside[std::size_t(n % 3)] += n < 3 ? apart : -apart;
    ions.push_back({beside, by.charge()});
  }
  std::shuffle(ions.begin(), ions.end(), std::mt19937(unsigned(by.number(0, 1000))));
  return ions;
}

template <class T>
std::vector<gf::source<T>> sources_of(const std::vector<ion>& ions)
{
  std::vector<gf::source<T>> all;
  for (const auto& [at, charge] : ions)
    all.push_back({T(double(at[0]) / 1000), T(double(at[1]) / 1000), T(double(at[2]) / 1000), T(charge)});
  return all;
}

struct exact_point {
  double value = 0, error = 0;
  std::size_t on_point = 0;
  double charge = 0;  ///< on the point
};

/// The potential at a point, and the error bound of a sum in T. With u the unit roundoff, the coordinates of source and
/// point have relative errors u each, plus seven units of double in a lattice's arithmetic; they change a distance r by
/// up to `moved`, and terms by 1/(r - moved) - 1/r. The root (13.5 u covers every policy), products and differences (7)
/// and additions (one each) are relative errors of the terms.
template <class T>
exact_point exactly(const std::vector<ion>& ions, const place& at, double size)
{
  const double u = std::numeric_limits<T>::epsilon() / 2.0, u64 = std::numeric_limits<double>::epsilon() / 2;
  exact_point result;
  for (const auto& [where, charge] : ions) {
    const double r = std::hypot(double(at[0] - where[0]), double(at[1] - where[1]), double(at[2] - where[2])) / 1000;
    if (r == 0) {
      ++result.on_point;
      result.charge += charge;
      continue;
    }
    const double moved = 2 * (2 * u + 7 * u64) * (size + r), relative = u * (21 + double(ions.size()));
    result.value += moved < r ? charge / r : std::numeric_limits<double>::quiet_NaN();  // no test then
    result.error += std::abs(charge) * (1 / (r - moved) - 1 / r + relative / (r - moved));
  }
  return result;
}

template <class F>
void for_each_point(const grid& of, F f)
{
  std::size_t n = 0;
  for (std::int64_t k = 0; k < of.shape[2]; ++k)
    for (std::int64_t j = 0; j < of.shape[1]; ++j)
      for (std::int64_t i = 0; i < of.shape[0]; ++i) f(n++, of.at({i, j, k}));
}

/// The number of points that are wrong if ions on points are omitted, or infinite, and the error of a count.
struct mistakes {
  int left_out = 0, infinite = 0;
  std::int64_t pairs_counted = 0, points_counted = 0;
};

template <class V, class T>
mistakes check(const grid& on, const std::vector<ion>& ions)
{
  const auto all = sources_of<T>(ions);
  const auto without = test::sum<V, T>(
      all, on.lattice(), [](unsigned long long* count) { return gf::coulomb<>{gf::singularity::skip{count}}; });
  const auto with = test::sum<V, T>(all, on.lattice(), [](unsigned long long* count) {
    return gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>{{count}};
  });
  mistakes found{.pairs_counted = -std::int64_t(without.left_out), .points_counted = -std::int64_t(with.left_out)};
  for_each_point(on, [&](std::size_t n, const place& at) {
    const exact_point expected = exactly<T>(ions, at, on.size());
    const auto is_near = [&](T value) { return std::abs(value - expected.value) <= expected.error; };
    // A net charge is a sum of hundredths.
    const bool charged = std::abs(expected.charge) > 0.005;
    found.left_out += !is_near(without.map.values[n]);
    found.infinite += charged
                          ? with.map.values[n] != std::copysign(std::numeric_limits<T>::infinity(), T(expected.charge))
                          : !is_near(with.map.values[n]);
    found.pairs_counted += std::int64_t(expected.on_point);
    found.points_counted += charged;
  });
  return found;
}

template <class T>
void check_everywhere(unsigned seed, std::int64_t far, std::int64_t apart, int tries)
{
  CAPTURE(seed);
  dice by(seed);
  gf::for_each(test::sums::singular_variants{}, [&]<class V>() {
    mistakes all;
    for (int n = 0; n < tries; ++n) {
      const grid on = random_grid(by, far);
      const mistakes found = check<V, T>(on, random_ions(by, on, apart));
      all.left_out += found.left_out;
      all.infinite += found.infinite;
      all.pairs_counted += std::abs(found.pairs_counted);
      all.points_counted += std::abs(found.points_counted);
    }
    CAPTURE(V::name());
    CHECK(all.left_out == 0);
    CHECK(all.infinite == 0);
    CHECK(all.pairs_counted == 0);
    CHECK(all.points_counted == 0);
  });
}

using one_gather = test::sums::folded<gf::gather, gf::global>;
using one_constant = test::sums::folded<gf::gather, gf::constant_chunk<3>>;
using one_scatter = test::sums::folded<gf::scatter, gf::global>;
using one_of_each = gf::list<one_gather, one_constant, test::sums::folded<gf::gather, gf::shared_tile<3>>, one_scatter>;

/// The sum by `pair` of charges at 0.1 (and one of 5 at 2.1) on the point that -0.2 + 3*0.1 is.
template <class V, class MakePair>
test::summed<double> on_a_tenth(const std::vector<double>& charges, MakePair make_pair)
{
  std::vector<gf::source<double>> all = {{2.1, 0.1, 0.1, 5}};
  for (const double charge : charges) all.push_back({0.1, 0.1, 0.1, charge});
  const gf::lattice where{.origin = {-0.2, -0.2, -0.2}, .spacing = 0.1, .shape = {4, 4, 4}};
  REQUIRE(where.origin.x + 3 * where.spacing.x != 0.1);
  return test::sum<V, double>(all, where, make_pair);
}
constexpr std::size_t corner = 63;  // that point

/// An interaction with its own test for zero, as users without a singularity policy write it.
struct guarded {
  template <class T>
  GRIDFOLD_HD T operator()(T charge, T r2) const
  {
    return r2 > 0 ? charge / std::sqrt(r2) : T(0);
  }
};

template <class T>
T after(T x, int steps)
{
  for (int n = 0; n < steps; ++n) x = std::nextafter(x, std::numeric_limits<T>::infinity());
  return x;
}

/// Moves a source by units in the last place from the one point of a lattice at (x, 0, 0): it must be omitted, or
/// contribute, according to the distance of the numbers passed.
template <class V, class T>
void check_steps(T x, double share)
{
  const gf::lattice one_point{.origin = {double(x), 0, 0}, .spacing = 1, .shape = {1, 1, 1}};
  int wrong = 0, kept = 0, left_out = 0;
  for (int steps = 0; steps < 40; ++steps) {
    const std::vector<gf::source<T>> one = {{after(x, steps), 0, 0, -3}};
    const double distance = double(one[0].x) - double(x), radius = share * double(x);
    if (std::abs(distance / radius - 1) < 1e-3) continue;  // Either result is correct: r2 is rounded.
    const auto [map, count] = test::sum<V, T>(
        one, one_point, [](unsigned long long* to) { return gf::coulomb<>{gf::singularity::skip{to}}; });
    const bool on_point = distance < radius;
    // The difference is exact; 9 roundoffs of double's root, of float's fewer, and four more operations.
    const double most = 13 * double(std::numeric_limits<T>::epsilon()) * 3 / distance;
    wrong += count != on_point || !(on_point ? map.values[0] == 0 : std::abs(map.values[0] + 3 / distance) <= most);
    ++(on_point ? left_out : kept);
  }
  CAPTURE(x);
  CHECK(wrong == 0);
  CHECK(kept > 3);
  CHECK(left_out > 1);
}

}  // namespace

TEST_CASE("ions with three decimals lie on exactly those points on which they lie in decimal arithmetic")
{
  check_everywhere<float>(20261, 30000, 1, 6);
  check_everywhere<double>(20262, 30000, 1, 6);
}

TEST_CASE("ions with three decimals lie on their points also ten thousand lengths from the origin")
{
  check_everywhere<float>(20263, 10000000, 40, 4);
  check_everywhere<double>(20264, 10000000, 1, 4);
}

TEST_CASE("an ion on every point is left out of each")
{
  const unsigned seed = 20265;
  CAPTURE(seed);
  dice by(seed);
  gf::for_each(test::sums::singular_variants{}, [&]<class V>() {
    const grid on = random_grid(by, 20000);
    std::vector<ion> ions;
    for_each_point(on, [&](std::size_t, const place& at) { ions.push_back({at, by.charge()}); });
    std::shuffle(ions.begin(), ions.end(), std::mt19937(seed));
    CAPTURE(V::name());
    for (const mistakes& found : {check<V, float>(on, ions), check<V, double>(on, ions)}) {
      CHECK(found.left_out == 0);
      CHECK(found.infinite == 0);
      CHECK(found.pairs_counted == 0);
      CHECK(found.points_counted == 0);
    }
  });
}

TEST_CASE("whether a source lies on a point does not depend on charges")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    for (const std::vector<double>& charges :
         {std::vector<double>{1e-300}, {0}, {-1e290}, {1, -1}, {1e9, 1e-9, -1e9}}) {
      const auto [map, left_out] =
          on_a_tenth<V>(charges, [](unsigned long long* count) { return gf::coulomb<>{gf::singularity::skip{count}}; });
      CHECK(map.values[corner] == doctest::Approx(2.5).epsilon(1e-13));
      CHECK(left_out == charges.size());
    }
  });
}

TEST_CASE("a source farther from a point than the radius contributes correctly")
{
  const unsigned seed = 20266;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> size(-12, 12);
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    for (int n = 0; n < (test::small_tests() ? 2 : 20); ++n) {
      const double x = std::exp2(size(generator));
      constexpr double epsilon = std::numeric_limits<double>::epsilon();
      check_steps<V, float>(float(x), 2 * double(std::numeric_limits<float>::epsilon()) + 8 * epsilon);
      check_steps<V, double>(x, 10 * epsilon);
    }
  });
}

TEST_CASE("a singularity policy can set a larger radius")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    const auto [map, left_out] = on_a_tenth<V>({7}, [](unsigned long long* count) {
      return gf::coulomb<>{gf::singularity::skip{.count = count, .radius = 0.15}};
    });
    CHECK(left_out == 7);  // the point's neighbours at 0.1 and 0.1 sqrt(2)
    CHECK(map.values[corner] == doctest::Approx(2.5).epsilon(1e-13));
    const auto infinite = on_a_tenth<V>({7}, [](unsigned long long* count) {
      return gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>{{.count = count, .radius = 0.15}};
    });
    CHECK(infinite.left_out == 7);
    CHECK(std::isinf(infinite.map.values[corner - 1]));
  });
}

TEST_CASE("a source on a point contributes the interaction's value at zero if it is finite")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    const auto softened = on_a_tenth<V>({3}, [](unsigned long long*) {
      return gf::coulomb<gf::rsqrt::approx, gf::singularity::softened>{gf::singularity::softened(1e-14)};
    });
    CHECK(softened.map.values[corner] == doctest::Approx(3e14).epsilon(1e-13));
    const auto own = on_a_tenth<V>({3}, [](unsigned long long*) { return guarded{}; });
    CHECK(own.map.values[corner] == doctest::Approx(2.5).epsilon(1e-13));
    const auto density = on_a_tenth<V>({3}, [](unsigned long long*) { return gf::gaussian_density(1e-3); });
    CHECK(density.map.values[corner] == doctest::Approx(3e9 * std::pow(2 * std::numbers::pi, -1.5)).epsilon(1e-13));
  });
}

TEST_CASE("a sum that overflows is infinite, and is not counted as a point on a source")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    const auto huge = on_a_tenth<V>({1e308, 1e308}, [](unsigned long long* count) {
      return gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>{{count}};
    });
    for (const double value : huge.map.values) CHECK(value == std::numeric_limits<double>::infinity());
    CHECK(huge.left_out == 1);
    const auto softened = on_a_tenth<V>({1e308}, [](unsigned long long*) {
      return gf::coulomb<gf::rsqrt::approx, gf::singularity::softened>{gf::singularity::softened(1e-3)};
    });
    CHECK(softened.map.values[corner] == std::numeric_limits<double>::infinity());
  });
}

}  // namespace test_lattice_sum_rounding
