// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sources on a point. The lattice is three points in a row at distance 1. Sources lie on the middle one, number 1, and
/// 8 above it, so that the contributions of the others are exact in float.
#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <limits>
#include <vector>

#include "../../support/executors.hpp"
#include "singularity_variants.hpp"

namespace test_lattice_sum_singularities
{

namespace gf = gridfold;

namespace
{

using sources = std::vector<gf::source<float>>;

constexpr gf::lattice row{.origin = {-1, 0, 0}, .spacing = 1, .shape = {3, 1, 1}};
constexpr float infinity = std::numeric_limits<float>::infinity();

/// `charges` on the middle point and, above it, +8 before and -4 after them: 1 - 0.5 at that point. More of no charge
/// lie beside the lattice, so that a scatter's threads have enough to share.
sources on_middle(const std::vector<float>& charges)
{
  sources all = {{0, 0, 8, 8}};
  for (const float charge : charges) {
    all.push_back({0, 0, 0, charge});
    for (int beside = 0; beside < 2; ++beside) all.push_back({3, 3, 3, 0});
  }
  all.push_back({0, 0, 8, -4});
  return all;
}
constexpr float others = 0.5f;

template <class V, class Singularity>
test::summed<float> sum(const sources& all, Singularity singularity)
{
  return test::sum<V, float>(
      all, row, [&](unsigned long long*) { return gf::coulomb<gf::rsqrt::approx, Singularity>{singularity}; });
}

template <class V>
test::summed<float> sum_and_count(const sources& all)
{
  return test::sum<V, float>(all, row,
                             [](unsigned long long* count) { return gf::coulomb<>{gf::singularity::skip{count}}; });
}

/// To within four units of the fast root's bound, 2^-22: more than the few terms here carry.
bool is_near(float value, float expected) { return std::abs(value - expected) <= 1e-6f * (1 + std::abs(expected)); }

template <class Check>
void for_each_variant(Check check)
{
  gf::for_each(test::sums::singular_variants{}, [&]<class V>() {
    CAPTURE(V::name());
    check.template operator()<V>();
  });
}

}  // namespace

TEST_CASE("a source on a point is left out there and counted")
{
  for_each_variant([&]<class V>() {
    const auto [map, left_out] = sum_and_count<V>(on_middle({2}));
    CHECK(is_near(map.values[1], others));
    CHECK(left_out == 1);
  });
}

TEST_CASE("a source on a point is not left out elsewhere")
{
  for_each_variant([&]<class V>() {
    const auto with = sum_and_count<V>(on_middle({2})), without = sum_and_count<V>(on_middle({}));
    CHECK(is_near(with.map.values[0], without.map.values[0] + 2));
    CHECK(is_near(with.map.values[2], without.map.values[2] + 2));
  });
}

TEST_CASE("each of several sources on one point is counted, for any net charge")
{
  for_each_variant([&]<class V>() {
    const auto [map, left_out] = sum_and_count<V>(on_middle({2, -3, 1, 4, -4}));
    CHECK(is_near(map.values[1], others));
    CHECK(left_out == 5);
  });
}

TEST_CASE("a source without a charge is left out of its point and counted")
{
  for_each_variant([&]<class V>() {
    const auto [map, left_out] = sum_and_count<V>(on_middle({0}));
    CHECK(is_near(map.values[1], others));
    CHECK(left_out == 1);
  });
}

TEST_CASE("sources on points are left out without a counter too")
{
  for_each_variant([&]<class V>() {
    CHECK(is_near(sum<V>(on_middle({2, -2}), gf::singularity::skip{}).map.values[1], others));
  });
}

TEST_CASE("a point on a source is infinite with the sign of the charge, and its neighbours are not")
{
  for_each_variant([&]<class V>() {
    CHECK(sum<V>(on_middle({2}), gf::singularity::infinite{}).map.values[1] == infinity);
    CHECK(sum<V>(on_middle({-2}), gf::singularity::infinite{}).map.values[1] == -infinity);
    CHECK(std::isfinite(sum<V>(on_middle({2}), gf::singularity::infinite{}).map.values[0]));
  });
}

TEST_CASE("a point on sources of both signs is infinite with the sign of their net charge")
{
  for_each_variant([&]<class V>() {
    CHECK(sum<V>(on_middle({2, -1}), gf::singularity::infinite{}).map.values[1] == infinity);
    CHECK(sum<V>(on_middle({1, -2, -2}), gf::singularity::infinite{}).map.values[1] == -infinity);
  });
}

TEST_CASE("sources on one point whose charges cancel add nothing there")
{
  for_each_variant([&]<class V>() {
    CHECK(is_near(sum<V>(on_middle({2, -2}), gf::singularity::infinite{}).map.values[1], others));
  });
}

TEST_CASE("a softened source is finite on its point, charge over softening length")
{
  for_each_variant([&]<class V>() {
    // Above: r = sqrt(64 + 36) = 10.
    CHECK(is_near(sum<V>(on_middle({3}), gf::singularity::softened{6}).map.values[1], 3 / 6.0f + 0.4f));
  });
}

TEST_CASE("an extremely distant source contributes nothing and changes no other point")
{
  sources all = on_middle({2});
  for (const float far : {1e30f, -1e30f}) {
    all.push_back({far, 0, 0, 5});
    all.push_back({far, far, far, 5});
  }
  for_each_variant([&]<class V>() {
    CHECK(is_near(sum<V>(all, gf::singularity::skip{}).map.values[1], others));
    CHECK(sum<V>(all, gf::singularity::infinite{}).map.values[1] == infinity);
    CHECK(is_near(sum<V>(all, gf::singularity::softened{6}).map.values[1], 2 / 6.0f + 0.4f));
  });
}

TEST_CASE("an extremely distant source contributes nothing where infinity times zero would arise")
{
  const sources far = {{1e30f, 0, 0, 5}, {2, 0, 0, 1}};
  const auto screened = [](unsigned long long*) { return gf::yukawa<>{.kappa = 1}; };
  const float near_alone = 0.5f * std::exp(-2.0f);
  CHECK(is_near(test::sum<test::sums::folded<gf::gather, gf::global>, float>(far, row, screened).map.values[1],
                near_alone));
  CHECK(is_near(test::sum<test::sums::folded<gf::scatter, gf::global>, float>(far, row, screened).map.values[1],
                near_alone));
}

}  // namespace test_lattice_sum_singularities
