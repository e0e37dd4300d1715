// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/balance_fields.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
using list = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// Balances the fields at sources in a random order, on an executor.
template <class T, class Executor>
std::vector<gf::packed3<T>> balanced(const Executor& on, const std::vector<gf::source<T>>& sources,
                                     std::vector<gf::packed3<T>> fields, std::mt19937& generator)
{
  const int count = static_cast<int>(sources.size());
  std::vector<int> order(sources.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), generator);
  std::vector<gf::source<T>> sorted;
  for (const int n : order) sorted.push_back(sources[static_cast<std::size_t>(n)]);
  const gf::shape3 grid = gf::kernel::forces_of_block::grid(count);
  std::vector<gf::kernel::force_sum> forces(static_cast<std::size_t>(grid.x));
  auto from = on.argument(list<const gf::source<T>>(sorted.data(), count), "sources", gf::role::input);
  auto numbers = on.argument(list<const int>(order.data(), count), "order", gf::role::input);
  const gf::kernel::points_of_sources<T, decltype(from), decltype(numbers)> points{from, numbers};
  auto to = on.argument(list<gf::packed3<T>>(fields.data(), count), "fields", gf::role::update);
  const list<gf::kernel::force_sum> all(forces.data(), static_cast<int>(grid.x));
  auto sums = on.argument(all, "forces", gf::role::output);
  using points_type = gf::kernel::points_of_sources<T, decltype(from), decltype(numbers)>;
  on.run(gf::kernel::add_up_forces<points_type, decltype(to), decltype(sums)>{{}, points, to, sums}, grid);
  auto added = on.argument(all, "forces", gf::role::input);
  on.run(gf::kernel::balance_fields<points_type, decltype(to), decltype(added)>{{}, points, to, added}, grid);
  return fields;
}

template <class T>
struct charges_in_fields {
  std::vector<gf::source<T>> sources;
  std::vector<gf::packed3<T>> fields;

  charges_in_fields(int count, std::mt19937& generator)
  {
    std::uniform_real_distribution<T> number(-1, 1);
    for (int n = 0; n < count; ++n) {
      sources.push_back({0, 0, 0, n % 5 == 0 ? T(0) : number(generator)});
      fields.push_back({number(generator) + T(0.2), number(generator), number(generator)});
    }
  }
};

}  // namespace

TEST_CASE_TEMPLATE("after the least change forces add up to zero", T, float, double)
{
  std::mt19937 generator(test::seed());
  for (const int count : {1, 31, 4096, 10007}) {
    const charges_in_fields<T> all(count, generator);
    const auto after = balanced(gf::host{}, all.sources, all.fields, generator);
    double force = 0, before = 0, squares = 0, magnitudes = 0;
    for (std::size_t n = 0; n < after.size(); ++n) {
      const auto q = static_cast<double>(all.sources[n].charge);
      force += q * static_cast<double>(after[n].x);
      before += q * static_cast<double>(all.fields[n].x);
      squares += q * q;
      magnitudes += std::abs(q * static_cast<double>(all.fields[n].x));
    }
    const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
    CHECK(std::abs(force) <= (epsilon + 64e-16) * magnitudes);  // fields are rounded once, sums in double more often
    // Each field changes in proportion to its charge, which is the projection.
    for (std::size_t n = 0; n < after.size() && squares > 0; ++n)
      REQUIRE(std::abs(static_cast<double>(after[n].x) - static_cast<double>(all.fields[n].x) +
                       static_cast<double>(all.sources[n].charge) * before / squares) < 8 * epsilon);
  }
}

TEST_CASE("fields where nothing is charged stay as they are")
{
  std::mt19937 generator(test::seed());
  charges_in_fields<float> all(40, generator);
  for (auto& s : all.sources) s.charge = 0;
  CHECK(balanced(gf::host{}, all.sources, all.fields, generator) == all.fields);
}

TEST_CASE("the traced kernels have no faults, and the host's result")
{
  std::mt19937 generator(test::seed());
  const charges_in_fields<float> all(5000, generator);
  const gf::trace on;
  std::mt19937 same = generator;
  const auto traced = balanced(on, all.sources, all.fields, generator);
  const auto expected = balanced(gf::host{}, all.sources, all.fields, same);
  for (std::size_t n = 0; n < traced.size(); ++n) REQUIRE(std::abs(traced[n].x - expected[n].x) < 1e-6f);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}
