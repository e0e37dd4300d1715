// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <numbers>

#include "check_interaction.hpp"

namespace gf = gridfold;
using test::check_interaction, test::usual_gather, test::farthest;

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
  check_yukawa<gf::exact, T>();
  check_yukawa<gf::fast, T>();
}

TEST_CASE_TEMPLATE("the distance-dependent dielectric's potential falls off with the square of the distance", T, float,
                   double)
{
  check_distance_dielectric<gf::exact, T>();
  check_distance_dielectric<gf::fast, T>();
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
