// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks every variant of the Coulomb sum against float64, on ragged lattices and with odd numbers of sources.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/policy/variants.hpp>
#include <string>

#include "../../support/executors.hpp"
#include "../../support/lattice_sum_reference.hpp"
#include "../../support/pairwise.hpp"
#include "../../support/small_tests.hpp"

namespace test::sums
{

namespace gf = gridfold;

using every_coarsening = gf::join<gf::coarsenings<1, 2, 4, 8, 16>, gf::list<gf::coarsen<4, 2>, gf::coarsen<8, 4>>>;
using every_assignment = gf::list<gf::contiguous, gf::interleaved>;
using every_space = gf::list<gf::constant, gf::global, gf::read_only, gf::shared>;
/// Block sizes that are no multiples of 32.
using odd_block = gf::list<gf::block<7, 3>>;

template <class Decomposition>
using every_variant = gf::supported<
    gf::verb::lattice_sum,
    gf::join<gf::cross<gf::list<Decomposition>, every_assignment, every_coarsening, every_space, odd_block>,
             gf::cross<gf::list<Decomposition>, every_assignment,
                       gf::list<gf::coarsen<1>, gf::coarsen<2>, gf::coarsen<3, 2>>, every_space,
                       gf::list<gf::list<gf::slices<2>, gf::block<7, 6>>, gf::list<gf::slices<5>, gf::block<3, 5>>>>,
             gf::cross<gf::list<Decomposition>, gf::list<gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<3, 2>>,
                       gf::list<gf::shared_tile<5>, gf::shared_tile<64>>,
                       gf::list<gf::stages<2>, gf::stages<4>, gf::stages<5>, gf::list<gf::stages<3>, gf::slices<3>>>,
                       odd_block>>>;

/// Sources, a lattice and the expected sums.
template <class T>
struct problem {
  gf::lattice where;
  std::vector<gf::source<T>> sources;
  std::vector<reference::point> expected;

  problem(const gf::lattice& points, std::size_t count)
      : where(points),
        sources(reference::random_sources<T>(count, points, static_cast<unsigned>(count))),
        expected(reference::sums(sources, points))
  {
  }
};

inline constexpr gf::lattice single_point{.origin = {1.5, -2, 0.25}, .spacing = 0.5, .shape = {1, 1, 1}};
inline constexpr gf::lattice primes{.origin = {-3.5, 10, 0.75}, .spacing = 0.5, .shape = {7, 13, 5}};
inline constexpr gf::lattice ragged{.origin = {-64, -32, 8}, .spacing = 0.5, .shape = {257, 43, 3}};

/// Units of roundoff that a term q / r carries: two IEEE operations, or an estimate good to 4 units (float; 8 in
/// double) and a product.
template <class Rsqrt, class T>
constexpr double term_roundoffs()
{
  return std::is_same_v<Rsqrt, gf::rsqrt::ieee> ? 2 : (sizeof(T) == 4 ? 5 : 9);
}

/// Checks every point of a problem's map, and the count of omitted pairs. Not a template of the variant, since
/// doctest's macros compile slowly.
template <class T>
void check_map(const problem<T>& p, const summed<T>& got, double roundoffs, const std::string& variant,
               const std::string& rsqrt)
{
  const auto additions = static_cast<double>(p.sources.size());
  unsigned long long on_points = 0;
  int wrong = 0;
  for (std::size_t i = 0; i < p.expected.size(); ++i) {
    const double error = std::abs(got.map.values[i] - p.expected[i].value);
    if (!(error <= reference::tolerance<T>(p.expected[i], roundoffs, additions))) ++wrong;
    on_points += static_cast<unsigned long long>(p.expected[i].on_point);
  }
  CAPTURE(variant);
  CAPTURE(rsqrt);
  CAPTURE(p.sources.size());
  CAPTURE(p.where.shape.x);
  CHECK(wrong == 0);
  CHECK(got.left_out == on_points);
}

/// Runs a variant on a problem and checks its map.
template <class V, class Rsqrt, class T>
void check(const problem<T>& p)
{
  const auto make_pair = [](unsigned long long* count) { return gf::coulomb<Rsqrt>{gf::singularity::skip{count}}; };
  check_map(p, sum<V, T>(p.sources, p.where, make_pair), term_roundoffs<Rsqrt, T>(), V::name(), Rsqrt::name());
}

/// The problems of every variant. Only the device has the largest lattice with every number of sources; the host is up
/// to a thousand times slower.
template <class T>
std::vector<problem<T>> make_problems()
{
#ifdef __CUDACC__
  const std::size_t most_on_ragged = small_tests() ? 1 : 10000;
#else
  const std::size_t most_on_ragged = 255;
#endif
  std::vector<problem<T>> problems;
  for (std::size_t count : {0u, 1u, 255u, 2001u, 10000u}) {
    if (small_tests() && count > 255) break;
    problems.emplace_back(single_point, count);
    problems.emplace_back(primes, count);
    if (count <= most_on_ragged) problems.emplace_back(ragged, count);
  }
  return problems;
}

/// These problems; the sums that are expected of them are computed once.
template <class T>
const std::vector<problem<T>>& every_problem()
{
  static const std::vector<problem<T>> problems = make_problems<T>();
  return problems;
}

/// With every reciprocal square root, on sources of every type.
template <class Decomposition>
void check_every_variant()
{
  using combinations =
      pairwise<every_variant<Decomposition>, gf::list<gf::rsqrt::ieee, gf::rsqrt::approx>, gf::list<float, double>>;
  for_each_combination(combinations{}, [&]<class V, class Rsqrt, class T>() {
    for (const auto& p : every_problem<T>()) check<V, Rsqrt>(p);
  });
}

/// The variants that users run, on the largest problem.
template <class T>
void check_large()
{
  const problem<T> p(ragged, small_tests() ? 100 : 2501);
  check<gf::variant<gf::gather, gf::interleaved, gf::coarsen<8, 4>, gf::read_only, gf::block<32, 4>>,
        gf::rsqrt::approx>(p);
  check<gf::variant<gf::gather, gf::contiguous, gf::coarsen<64, 4>, gf::global, gf::block<1, 1>>, gf::rsqrt::approx>(p);
  check<gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::constant, gf::block<32, 4>>, gf::rsqrt::ieee>(p);
  check<gf::variant<gf::scatter, gf::interleaved, gf::coarsen<4>, gf::global, gf::block<32, 4>>, gf::rsqrt::approx>(p);
}

}  // namespace test::sums
