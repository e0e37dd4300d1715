// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The textbook's sequential programs, which the benchmarks compare with, are correct.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "../../support/lattice_sum_reference.hpp"
#include "../../support/sequential_sum.hpp"

namespace gf = gridfold;

namespace
{

constexpr gf::lattice primes{.origin = {-3.5, 10, 0.75}, .spacing = {0.5, 0.25, 1}, .shape = {7, 13, 5}};

/// Fewer atoms than random_sources takes to put one on a point.
template <class T>
std::vector<gf::source<T>> atoms()
{
  return reference::random_sources<T>(96, primes, 9);
}

template <class T>
int wrong_values(const std::vector<T>& map)
{
  const std::vector<reference::point> expected = reference::sums(atoms<T>(), primes);
  REQUIRE(map.size() == expected.size());
  int wrong = 0;
  // A root and a quotient, 96 additions.
  for (std::size_t i = 0; i < expected.size(); ++i)
    wrong += !(std::abs(map[i] - expected[i].value) <= reference::tolerance<T>(expected[i], 2, 96));
  return wrong;
}

}  // namespace

TEST_CASE_TEMPLATE("the sequential sum with points in the outer loop is correct", T, float, double)
{
  CHECK(wrong_values(sequential::points_outside(atoms<T>(), primes)) == 0);
}

TEST_CASE_TEMPLATE("the sequential sum with atoms in the outer loop is correct", T, float, double)
{
  CHECK(wrong_values(sequential::atoms_outside(atoms<T>(), primes)) == 0);
}
