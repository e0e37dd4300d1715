// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Figures of docs/learn/verdicts.md that need no GPU.
#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/neighbors.hpp>
#include <gridfold/trace/executor.hpp>
#include <numeric>

#include "../../examples/support/figures.hpp"
#include "../../examples/support/graphene_sheet.hpp"

namespace gf = gridfold;

namespace
{

constexpr int columns = 18, rows = 20, capacity = 10;

/// The stores to the lists of a graphene sheet.
template <class List>
gf::access_site stores_to_lists(double cutoff, int& ends)
{
  const graphene::sheet sheet(columns, rows);
  const auto atoms = static_cast<std::int64_t>(sheet.size());
  const gf::aligned_vector<float> x(sheet.x.begin(), sheet.x.end()), y(sheet.y.begin(), sheet.y.end());
  gf::aligned_vector<int> counts(sheet.size()), indices(sheet.size() * capacity);
  const gf::trace on;
  gf::neighbors<figures::find_neighbor_no_atomic>(
      on, gf::positions(cuda::std::span(x.data(), x.size()), cuda::std::span(y.data(), y.size())), cutoff,
      List(counts.data(), indices.data(), atoms, capacity));
  ends = std::accumulate(counts.begin(), counts.end(), 0);
  return ends == 0 ? gf::access_site{} : on.report().site("indices", gf::access_kind::store);
}

}  // namespace

TEST_CASE("stores to NL[k*N + n1] are hardly more coalesced than to NL[n1*MN + k]: each is alone when its lane finds")
{
  int ends = 0;
  const auto row_major = stores_to_lists<figures::row_major_list>(graphene::cutoff, ends);
  const auto column_major = stores_to_lists<figures::column_major_list>(graphene::cutoff, ends);
  CHECK(ends == 2 * graphene::bonds(columns, rows));
  CHECK(row_major.degree() == 0.125);
  CHECK(std::round(1000 * column_major.degree()) == 138);
}

TEST_CASE("a squared cutoff of 1.92 finds no bonds of graphene, one of 1.9 squared finds them")
{
  int with_1_92 = -1, with_3_61 = -1;
  (void)stores_to_lists<figures::row_major_list>(std::sqrt(1.92), with_1_92);
  (void)stores_to_lists<figures::row_major_list>(1.9, with_3_61);
  CHECK(with_1_92 == 0);
  CHECK(with_3_61 == 2 * graphene::bonds(columns, rows));
}
