// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random neighbour lists against a loop over all pairs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../support/neighbor_lists.hpp"
#include "draw.hpp"
#include "placement.hpp"

namespace test
{

/// Whether a particle's neighbours are correct: all of them, or as many as fit, each once.
inline bool found_neighbors(const std::vector<int>& found, const std::vector<int>& expected, std::int64_t capacity)
{
  if (static_cast<std::int64_t>(expected.size()) <= capacity) return found == expected;
  return static_cast<std::int64_t>(found.size()) == capacity &&
         std::includes(expected.begin(), expected.end(), found.begin(), found.end()) &&
         std::adjacent_find(found.begin(), found.end()) == found.end();
}

/// The rows of a list that differ from the expected ones, in a sentence; empty if none does.
template <class List>
std::string wrong_rows(List list, const std::vector<std::vector<int>>& expected, double cutoff, std::int64_t capacity)
{
  const auto found = list.sets();
  int wrong = list.spoiled();
  for (std::size_t n = 0; n < expected.size(); ++n)
    wrong +=
        list.counts[n] != static_cast<int>(expected[n].size()) || !found_neighbors(found[n], expected[n], capacity);
  return wrong == 0 ? ""
                    : std::to_string(wrong) + " wrong, particles: " + std::to_string(expected.size()) +
                          ", cutoff: " + std::to_string(cutoff) + ", capacity: " + std::to_string(capacity);
}

/// The error of the neighbours of random particles; empty if they are correct, or if rounding could decide.
template <class V, class T, int Dimensions, class Layout, class Pairs>
std::string wrong_neighbors(std::mt19937& generator)
{
  const auto count = static_cast<std::size_t>(random_int(generator, 0, 300));
  const auto all = random_particles<T, Dimensions>(count, static_cast<unsigned>(generator()));
  const double cutoff = std::uniform_real_distribution<double>(0.02, 0.6)(generator);
  const std::int64_t capacity = random_int(generator, 0, 80);
  int doubtful = 0;
  auto expected = expected_neighbors(all, cutoff, doubtful);
  if (doubtful > 0) return "";

  if (Pairs::each_once) expected = half_of(std::move(expected));
  return wrong_rows(find<V, Layout, Pairs>(all, cutoff, capacity), expected, cutoff, capacity);
}

template <std::uint64_t N>
struct neighbors_case {
  using variant =
      draw::variant<N, draw::decompositions, gf::list<gf::contiguous, gf::interleaved, draw::shuffled_items>,
                    gf::coarsenings<1, 3, 4>, gf::list<gf::global, gf::read_only, gf::shared_tile<37>>,
                    gf::list<gf::block<1>, gf::block<32>, gf::block<9, 5>, gf::block<128>>>;
  using dimensions = draw::one_of<N + 7, gf::list<std::integral_constant<int, 2>, std::integral_constant<int, 3>>>;
  static constexpr bool value = gf::supports<gf::verb::neighbors, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_neighbors<variant, draw::one_of<N + 6, gf::list<float, double>>, dimensions::value,
                           draw::one_of<N + 8, gf::list<cuda::std::layout_right, cuda::std::layout_left>>,
                           draw::one_of<N + 9, gf::list<gf::pairs::twice, gf::pairs::once>>>(generator);
  }
};

}  // namespace test
