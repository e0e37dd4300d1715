// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every variant of the neighbour list against the notes' CPU loop, in both layouts of the list.
#pragma once

#include <doctest/doctest.h>

#include <gridfold/policy/variants.hpp>
#include <string>
#include <type_traits>

#include "../support/neighbor_lists.hpp"

namespace test
{

namespace gf = gridfold;
using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;

/// Nothing about a block or a tile need be a multiple of 32.
using every_finder = gf::supported<
    gf::verb::neighbors,
    gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 3>,
              gf::list<gf::global, gf::read_only, gf::shared_tile<37>, gf::shared_tile<256>>,
              gf::list<gf::block<7, 3>>>>;

/// How a list was made.
struct list_case {
  std::string variant;
  bool by_rows;
  int dimensions;
  std::int64_t capacity;
};

/// Counts, what is written and what is not. No template of the variant, since doctest's macros take long to compile.
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
  CAPTURE(made.dimensions);
  CAPTURE(made.capacity);
  CAPTURE(expected.size());
  CHECK(wrong_counts == 0);
  CHECK(wrong_sets == 0);
  CHECK(found.spoiled() == 0);
}

/// Finds the neighbours with room for `capacity`.
template <class V, class Layout, class T, int Dimensions>
void check_list(const particles<T, Dimensions>& all, double cutoff, const std::vector<std::vector<int>>& expected,
                std::int64_t capacity)
{
  check_found(find<V, Layout>(all, cutoff, capacity), expected,
              {V::name(), std::is_same_v<Layout, row_major>, Dimensions, capacity});
}

/// The largest number of neighbours.
inline std::int64_t most(const std::vector<std::vector<int>>& sets)
{
  std::size_t most = 0;
  for (const auto& set : sets) most = std::max(most, set.size());
  return static_cast<std::int64_t>(most);
}

template <class T, int Dimensions>
void check_every_finder(const particles<T, Dimensions>& all, double cutoff)
{
  int doubtful = 0;
  const auto expected = expected_neighbors(all, cutoff, doubtful);
  REQUIRE(doubtful == 0);
  gf::for_each(every_finder{}, [&]<class V>() {
    for (const std::int64_t capacity : {most(expected), most(expected) / 2, most(expected) + 5}) {
      check_list<V, row_major>(all, cutoff, expected, capacity);
      check_list<V, column_major>(all, cutoff, expected, capacity);
    }
  });
}

template <class T, int Dimensions>
void check_random_particles()
{
  for (const std::size_t count : {0, 1, 2, 21, 257, 1031})
    check_every_finder(random_particles<T, Dimensions>(count, static_cast<unsigned>(count) + Dimensions), 0.15);
}

}  // namespace test
