// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tables of neighbours in host memory: by cells or by all pairs, they are equal.
#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/neighbors.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "../../support/executor_memory.hpp"
#include "../../support/neighbor_lists.hpp"
#include "../../support/seed.hpp"

namespace test_tables
{

namespace
{

namespace gf = gridfold;
using namespace test;
using sets = std::vector<std::vector<int>>;
using every_pair = gf::variant<gf::coarsen<2>, gf::global, gf::block<64>>;

/// More particles than are looked for in cells, by a prime.
constexpr auto many = static_cast<std::size_t>(gf::defaults::particles_for_cells<executor>) + 13;

sets rows_of(const gf::neighbor_table& table)
{
  sets rows(table.size());
  for (std::size_t n = 0; n < rows.size(); ++n) rows[n].assign(table.of(n).begin(), table.of(n).end());
  return rows;
}

/// The rows of the default, after checking that all pairs tested by a variant give equal ones.
template <class Pairs = gf::pairs::twice, class T, int Dimensions>
sets rows(const particles<T, Dimensions>& all, double cutoff)
{
  const auto table = gf::neighbors(executor{}, all.view(), cutoff, Pairs{});
  const auto expected = gf::neighbors<every_pair>(executor{}, all.view(), cutoff, Pairs{});
  CHECK(table.capacity() == expected.capacity());
  CHECK((rows_of(table) == rows_of(expected)));
  return rows_of(table);
}

template <class T, int Dimensions>
void check_sizes(unsigned random)
{
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, many - 14, many - 13, many, many + 601}) {
    CAPTURE(size);
    const auto all = random_particles<T, Dimensions>(size, random);
    double cutoff = Dimensions == 2 ? 0.05 : 0.1;
    sets expected;
    // Until rounding decides of no pair.
    for (int doubtful = 1; doubtful > 0; cutoff += doubtful > 0 ? 1e-6 : 0) {
      doubtful = 0;
      expected = expected_neighbors(all, cutoff, doubtful);
    }
    CHECK((size < many || gf::verbs::fitted_cells(all.view(), cutoff).has_value()));
    CHECK((rows(all, cutoff) == expected));
    CHECK((rows<gf::pairs::once>(all, cutoff) == half_of(expected)));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("tables do not depend on the size from which cells are used", T, float, double)
{
  const unsigned random = seed();
  check_sizes<T, 2>(random);
  check_sizes<T, 3>(random + 1);
}

TEST_CASE_TEMPLATE("particles with far, infinite and NaN coordinates", T, float, double)
{
  auto all = random_particles<T, 3>(many, seed());
  const T inf = std::numeric_limits<T>::infinity(), most = std::numeric_limits<T>::max();
  const T strange[] = {inf, -inf, std::numeric_limits<T>::quiet_NaN(), most, -most, T(1e15), T(-1e30), T(77), T(-0.0)};
  std::size_t n = 3;
  for (const T x : strange)
    for (std::size_t axis = 0; axis < 3; ++axis) all.along[axis][n += 7] = x;
  REQUIRE(n < many);
  REQUIRE(gf::verbs::fitted_cells(all.view(), 0.1).has_value());
  rows(all, 0.1);
  // In one place far away.
  for (std::size_t i = 0; i < 60; ++i)
    for (auto& axis : all.along) axis[i] = T(1e10);
  REQUIRE(gf::verbs::fitted_cells(all.view(), 0.1).has_value());
  CHECK(rows(all, 0.1)[0].size() == 59);
}

TEST_CASE("particles of every spread")
{
  const unsigned random = seed();
  SUBCASE("in one spot")
  {
    const particles<float, 2> all{{std::vector<float>(many, 3), std::vector<float>(many, 4)}};
    CHECK(rows(all, 0.5)[7].size() == many - 1);
  }
  SUBCASE("on a line and in a plane of space")
  {
    auto all = random_particles<float, 3>(many, random);
    for (float& z : all.along[2]) z = 5;
    rows(all, 0.05);
    for (float& y : all.along[1]) y = -5;
    rows(all, 0.01);
  }
  SUBCASE("in two clouds far apart, and around them")
  {
    auto all = random_particles<double, 3>(many, random);
    for (std::size_t n = 0; n < many; ++n)
      if (n % 20 != 0) all.along[0][n] += n % 2 == 0 ? 5000.0 : -5000.0;
    rows(all, 0.1);
  }
  SUBCASE("wider than there can be cells")
  {
    auto all = random_particles<float, 3>(many, random);
    for (auto& axis : all.along)
      for (float& x : axis) x *= 1e9f;
    rows(all, 1e-2);
    rows(all, 1e8);
  }
  SUBCASE("with no finite coordinate")
  {
    particles<float, 3> all;
    for (auto& axis : all.along) axis.assign(many, std::numeric_limits<float>::quiet_NaN());
    CHECK((rows(all, 1) == sets(many)));
  }
}

TEST_CASE("cutoffs up to the range of their squares; beyond, they are refused")
{
  const auto all = random_particles<float, 2>(many, seed());
  CHECK((rows(all, 1e-18) == sets(many)));
  CHECK(rows(all, 1e18)[3].size() == many - 1);
  for (const double refused : {1e-30, 1e30, std::numeric_limits<double>::infinity()})
    CHECK_THROWS_AS(rows(all, refused), gf::error);
}

}  // namespace test_tables
