// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sources that lie on points but for the rounding of their coordinates. Coordinates are whole thousandths, so that
/// which source lies on which point is known exactly, and are handed over as the nearest numbers.
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

#include "../support/executors.hpp"
#include "../support/lattice_sum_reference.hpp"
#include "singularity_variants.hpp"

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

/// Somewhere within `far` thousandths of zero.
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

/// The potential at a point, and how far a sum in T may be from it. With u the unit roundoff, a coordinate of the
/// source and one of the point are wrong by u of their size each, and by seven of double's in a lattice's arithmetic: a
/// distance r by `moved`, which the terms pass on as 1/(r - moved) - 1/r. The root (13.5 u covers every policy), the
/// products and differences (7) and the additions (one each) are relative errors of the terms.
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

/// Points that are wrong where ions on points are left out, or infinite, and by how much a count is.
struct mistakes {
  int left_out = 0, infinite = 0;
  std::int64_t pairs_counted = 0, points_counted = 0;
};

template <class V, class T>
mistakes check(const grid& on, const std::vector<ion>& ions)
{
  const auto all = sources_of<T>(ions);
  const auto without =
      test::sum<V, T>(all, on.lattice(), [](unsigned long long* count) { return gf::coulomb<>{gf::leave_out{count}}; });
  const auto with = test::sum<V, T>(
      all, on.lattice(), [](unsigned long long* count) { return gf::coulomb<gf::fast, gf::infinite>{{count}}; });
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
  gf::for_each(test::singular_variants{}, [&]<class V>() {
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

using one_gather = test::folded<gf::gather, gf::global>;
using one_constant = test::folded<gf::gather, gf::constant_chunk<3>>;
using one_scatter = test::folded<gf::scatter, gf::global>;
using one_of_each = gf::list<one_gather, one_constant, test::folded<gf::gather, gf::shared_tile<3>>, one_scatter>;

/// What `pair` makes of charges at 0.1 (and one of 5 at 2.1) on the point that -0.2 + 3*0.1 is.
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

/// As users write it who do not know of singularity policies.
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

/// A source moved by so many units in the last place from the one point of a lattice at (x, 0, 0): whether it is left
/// out, and what it adds, are as the distance of the numbers handed over says.
template <class V, class T>
void check_steps(T x, double share)
{
  const gf::lattice one_point{.origin = {double(x), 0, 0}, .spacing = 1, .shape = {1, 1, 1}};
  int wrong = 0, kept = 0, left_out = 0;
  for (int steps = 0; steps < 40; ++steps) {
    const std::vector<gf::source<T>> one = {{after(x, steps), 0, 0, -3}};
    const double distance = double(one[0].x) - double(x), radius = share * double(x);
    if (std::abs(distance / radius - 1) < 1e-3) continue;  // Which side r2 rounds to is no matter.
    const auto [map, count] =
        test::sum<V, T>(one, one_point, [](unsigned long long* to) { return gf::coulomb<>{gf::leave_out{to}}; });
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

TEST_CASE("ions with three decimals lie on the points that they lie on in decimals")
{
  check_everywhere<float>(20261, 30000, 1, 6);
  check_everywhere<double>(20262, 30000, 1, 6);
}

TEST_CASE("so they do ten thousand lengths from the origin")
{
  check_everywhere<float>(20263, 10000000, 40, 4);
  check_everywhere<double>(20264, 10000000, 1, 4);
}

TEST_CASE("an ion on every point is left out of each")
{
  const unsigned seed = 20265;
  CAPTURE(seed);
  dice by(seed);
  gf::for_each(test::singular_variants{}, [&]<class V>() {
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

TEST_CASE("the size of a charge is no matter, nor its sign, nor whether others on the point cancel it")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    for (const std::vector<double>& charges :
         {std::vector<double>{1e-300}, {0}, {-1e290}, {1, -1}, {1e9, 1e-9, -1e9}}) {
      const auto [map, left_out] =
          on_a_tenth<V>(charges, [](unsigned long long* count) { return gf::coulomb<>{gf::leave_out{count}}; });
      CHECK(map.values[corner] == doctest::Approx(2.5).epsilon(1e-13));
      CHECK(left_out == charges.size());
    }
  });
}

TEST_CASE("a source moved off a point by more than the radius is kept, and right")
{
  const unsigned seed = 20266;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> size(-12, 12);
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    for (int n = 0; n < 20; ++n) {
      const double x = std::exp2(size(generator));
      constexpr double epsilon = std::numeric_limits<double>::epsilon();
      check_steps<V, float>(float(x), 2 * double(std::numeric_limits<float>::epsilon()) + 8 * epsilon);
      check_steps<V, double>(x, 10 * epsilon);
    }
  });
}

TEST_CASE("a larger radius may be asked for")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    const auto [map, left_out] = on_a_tenth<V>(
        {7}, [](unsigned long long* count) { return gf::coulomb<>{gf::leave_out{.count = count, .radius = 0.15}}; });
    CHECK(left_out == 7);  // the point's neighbours at 0.1 and 0.1 sqrt(2)
    CHECK(map.values[corner] == doctest::Approx(2.5).epsilon(1e-13));
    const auto infinite = on_a_tenth<V>({7}, [](unsigned long long* count) {
      return gf::coulomb<gf::fast, gf::infinite>{{.count = count, .radius = 0.15}};
    });
    CHECK(infinite.left_out == 7);
    CHECK(std::isinf(infinite.map.values[corner - 1]));
  });
}

TEST_CASE("on a point an interaction that has a value there adds it")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    const auto softened = on_a_tenth<V>(
        {3}, [](unsigned long long*) { return gf::coulomb<gf::fast, gf::softened>{gf::softened(1e-14)}; });
    CHECK(softened.map.values[corner] == doctest::Approx(3e14).epsilon(1e-13));
    const auto own = on_a_tenth<V>({3}, [](unsigned long long*) { return guarded{}; });
    CHECK(own.map.values[corner] == doctest::Approx(2.5).epsilon(1e-13));
    const auto density = on_a_tenth<V>({3}, [](unsigned long long*) { return gf::gaussian_density(1e-3); });
    CHECK(density.map.values[corner] == doctest::Approx(3e9 * std::pow(2 * std::numbers::pi, -1.5)).epsilon(1e-13));
  });
}

TEST_CASE("what is beyond a type's range is infinite, and is not counted as a point on a source")
{
  gf::for_each(one_of_each{}, [&]<class V>() {
    CAPTURE(V::name());
    const auto huge = on_a_tenth<V>(
        {1e308, 1e308}, [](unsigned long long* count) { return gf::coulomb<gf::fast, gf::infinite>{{count}}; });
    for (const double value : huge.map.values) CHECK(value == std::numeric_limits<double>::infinity());
    CHECK(huge.left_out == 1);
    const auto softened = on_a_tenth<V>(
        {1e308}, [](unsigned long long*) { return gf::coulomb<gf::fast, gf::softened>{gf::softened(1e-3)}; });
    CHECK(softened.map.values[corner] == std::numeric_limits<double>::infinity());
  });
}
