// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/pair_counts.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>

namespace gf = gridfold;

TEST_CASE("a pair of a Coulomb sum costs one rsqrt, and distances are shared along rows")
{
  const auto [alone, pairs_alone] = gf::counts_of_pairs<gf::variant<gf::block<1>>, float>(gf::coulomb<>{});
  CHECK(pairs_alone == 1);
  CHECK(alone.in_float.reciprocal_roots == 1);
  CHECK(alone.in_float.subtractions == 3);
  const auto [row, pairs_row] = gf::counts_of_pairs<gf::variant<gf::coarsen<8>, gf::block<1>>, float>(gf::coulomb<>{});
  CHECK(pairs_row == 8);
  CHECK(row.in_float.reciprocal_roots == 8);
  CHECK(row.in_float.subtractions == 8 + 2);  // dy and dz once
}

TEST_CASE("a scattered pair is one atomic addition")
{
  using V = gf::variant<gf::scatter, gf::coarsen<4>, gf::block<2>>;
  const auto [counts, pairs] = gf::counts_of_pairs<V, double>(gf::coulomb<>{});
  CHECK(pairs == 8);
  CHECK(counts.in_double.reciprocal_roots == 8);
  CHECK(counts.atomics >= 1);
}
