// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks every variant of the neighbour list against a sequential loop, in both layouts of the list.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/policy/variants.hpp>
#include <string>
#include <type_traits>

#include "../../support/neighbor_lists.hpp"
#include "../../support/pairwise.hpp"

namespace test::lists
{

namespace gf = gridfold;
using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;

/// Blocks and tiles that are no multiples of 32.
using every_finder = gf::supported<
    gf::verb::neighbors,
    gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 3>,
              gf::list<gf::global, gf::read_only, gf::shared_tile<37>, gf::shared_tile<256>>,
              gf::list<gf::block<7, 3>>>>;

/// The parameters of a list, for messages.
struct list_case {
  std::string variant;
  bool by_rows, once;
  int dimensions;
  std::int64_t capacity;
};

/// Checks counts, written indices and unwritten ones. Not a template of the variant, since doctest's macros compile
/// slowly.
template <class Layout>
void check_found(found_list<Layout> found, const std::vector<std::vector<int>>& expected, const list_case& made)
{
  const auto sets = found.sets();
  int wrong_counts = 0, wrong_sets = 0;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    wrong_counts += found.counts[n] != static_cast<int>(expected[n].size());
    const bool fits = static_cast<std::int64_t>(expected[n].size()) <= made.capacity;
    wrong_sets += fits ? sets[n] != expected[n]
                       : !std::includes(expected[n].begin(), expected[n].end(), sets[n].begin(), sets[n].end()) ||
                             std::adjacent_find(sets[n].begin(), sets[n].end()) != sets[n].end();
  }
  CAPTURE(made.variant);
  CAPTURE(made.by_rows);
  CAPTURE(made.once);
  CAPTURE(made.dimensions);
  CAPTURE(made.capacity);
  CAPTURE(expected.size());
  CHECK(wrong_counts == 0);
  CHECK(wrong_sets == 0);
  CHECK(found.spoiled() == 0);
}

/// Finds the neighbours with a capacity of `capacity`.
template <class V, class Layout, class Pairs = gf::pairs::twice, class T, int Dimensions>
void check_list(const particles<T, Dimensions>& all, double cutoff, const std::vector<std::vector<int>>& expected,
                std::int64_t capacity)
{
  check_found(find<V, Layout, Pairs>(all, cutoff, capacity), expected,
              {V::name(), std::is_same_v<Layout, row_major>, Pairs::each_once, Dimensions, capacity});
}

/// The largest number of neighbours.
inline std::int64_t most(const std::vector<std::vector<int>>& sets)
{
  std::size_t most = 0;
  for (const auto& set : sets) most = std::max(most, set.size());
  return static_cast<std::int64_t>(most);
}

/// Particles, a cutoff and who are neighbours.
template <class T, int Dimensions>
struct neighborhood {
  particles<T, Dimensions> all;
  double cutoff;
  std::vector<std::vector<int>> expected;

  neighborhood(std::size_t count, double within)
      : all(random_particles<T, Dimensions>(count, static_cast<unsigned>(count) + Dimensions)), cutoff(within)
  {
    int doubtful = 0;
    expected = expected_neighbors(all, cutoff, doubtful);
    REQUIRE(doubtful == 0);
  }
};

template <class T, int Dimensions>
const std::vector<neighborhood<T, Dimensions>>& every_neighborhood()
{
  static const std::vector<neighborhood<T, Dimensions>> every = {{0, 0.15},  {1, 0.15},   {2, 0.15},
                                                                 {21, 0.15}, {257, 0.15}, {1031, 0.15}};
  return every;
}

/// Among particles of every type, in a plane and in space, in every layout of the list.
inline void check_every_finder()
{
  using dimensions = gf::list<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
  using combinations = pairwise<every_finder, gf::list<float, double>, dimensions, gf::list<row_major, column_major>,
                                gf::list<gf::pairs::twice, gf::pairs::once>>;
  for_each_combination(combinations{}, [&]<class V, class T, class Dimensions, class Layout, class Pairs>() {
    for (const auto& [all, cutoff, both] : every_neighborhood<T, Dimensions::value>()) {
      const auto expected = Pairs::each_once ? half_of(both) : both;
      for (const std::int64_t capacity : {most(expected), most(expected) / 2, most(expected) + 5})
        check_list<V, Layout, Pairs>(all, cutoff, expected, capacity);
    }
  });
}

}  // namespace test::lists
