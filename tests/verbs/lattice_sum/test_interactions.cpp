// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <numbers>
#include <vector>

#include "check_interaction.hpp"

namespace test_lattice_sum_interactions
{

namespace gf = gridfold;
using test::sums::check_interaction, test::sums::usual_gather, test::sums::farthest;

namespace
{

template <class Rsqrt, class T>
void check_yukawa()
{
  check_interaction<usual_gather, T>(gf::yukawa<Rsqrt>{.kappa = 0}, reference::yukawa<0, Rsqrt, T>(farthest));
  check_interaction<usual_gather, T>(gf::yukawa<Rsqrt>{.kappa = 0.1}, reference::yukawa<1, Rsqrt, T>(farthest));
  check_interaction<usual_gather, T>(gf::yukawa<Rsqrt>{.kappa = 1}, reference::yukawa<10, Rsqrt, T>(farthest));
}

template <class Rsqrt, class T>
void check_distance_dielectric()
{
  check_interaction<usual_gather, T>(gf::distance_dielectric<Rsqrt>{.slope = 4},
                                     reference::distance_dielectric<Rsqrt, T>());
}

}  // namespace

TEST_CASE_TEMPLATE("Yukawa's potential is Coulomb's without screening and falls off exponentially with it", T, float,
                   double)
{
  check_yukawa<gf::rsqrt::ieee, T>();
  check_yukawa<gf::rsqrt::approx, T>();
}

TEST_CASE_TEMPLATE("the distance-dependent dielectric's potential falls off with the square of the distance", T, float,
                   double)
{
  check_distance_dielectric<gf::rsqrt::ieee, T>();
  check_distance_dielectric<gf::rsqrt::approx, T>();
}

TEST_CASE_TEMPLATE("a Gaussian density is a normal distribution around every source", T, float, double)
{
  // Fewer than 97 random sources: none on a point, which the reference would leave out.
  check_interaction<usual_gather, T>(gf::gaussian_density(1), reference::gaussian_density(farthest), 96);
}

TEST_CASE("a Gaussian density on its source is its peak")
{
  constexpr gf::lattice one_point{.origin = {1, 2, 3}, .spacing = 1, .shape = {1, 1, 1}};
  const std::vector<gf::source<double>> source = {{1, 2, 3, -2}};
  const auto map = test::sum<usual_gather, double>(source, one_point, [](unsigned long long*) {
                     return gf::gaussian_density(0.5);
                   }).map;
  CHECK(map.values[0] == doctest::Approx(-2 * std::pow(2 * std::numbers::pi * 0.25, -1.5)).epsilon(1e-15));
}

TEST_CASE_TEMPLATE("sources whose squared distance overflows contribute zero, not NaN", T, float, double)
{
  auto near = reference::random_sources<T>(20, test::sums::around_origin, 5);
  for (auto& source : near) source.charge = 1;  // no cancellation: values are compared
  auto all = near;
  for (const double far : {300.0, 1e3, 1e5, 1e12, 1e18}) all.push_back({T(far), T(-far), 0, 1});
  auto beyond = near;
  beyond.push_back({T(1e25), 0, 0, 1});  // r2 is infinite in float
  const auto check = [&](const auto& pair) {
    const auto values_of = [&](const std::vector<gf::source<T>>& sources) {
      return test::sum<usual_gather, T>(sources, test::sums::around_origin, [&](unsigned long long*) { return pair; })
          .map.values;
    };
    const std::vector<T> expected = values_of(near), got = values_of(beyond);
    CHECK(values_of(all) == expected);
    int wrong = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
      wrong += !(std::abs(got[i] - expected[i]) <= T(1e-4) * std::abs(expected[i]));
    CHECK(wrong == 0);
  };
  check(gf::yukawa<>{.kappa = 10});
  check(gf::yukawa<gf::rsqrt::ieee>{.kappa = 10});
  check(gf::gaussian_density(1));
}

}  // namespace test_lattice_sum_interactions
