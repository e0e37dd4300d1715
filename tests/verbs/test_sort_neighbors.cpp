// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/sort_neighbors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/neighbors.hpp>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/neighbor_lists.hpp"
#include "../support/seed.hpp"

namespace test_sort_neighbors
{

namespace gf = gridfold;
using namespace test;
using cuda::std::layout_left, cuda::std::layout_right;

/// The rows of neighbours within 0.3 that a scatter finds and sort_neighbors sorts.
template <class Layout>
std::vector<std::vector<int>> sorted_rows(const particles<float, 2>& all, std::int64_t room)
{
  const executor on;
  const memory<float> x(all.along[0]), y(all.along[1]);
  found_list<Layout> found(all.size(), room);
  const memory<int> counts(found.counts), indices(found.indices);
  const auto list = found.list(counts.data(), indices.data());
  gf::neighbors<gf::variant<gf::scatter, gf::block<64>>>(on, gf::positions(x, y), 0.3, list);
  gf::sort_neighbors(on, list);
  found.counts = counts.values();
  found.indices = indices.values();
  CHECK(found.spoiled() == 0);
  const auto at = found.list(found.counts.data(), found.indices.data()).indices;
  std::vector<std::vector<int>> rows(all.size());
  for (std::size_t n = 0; n < all.size(); ++n)
    for (std::int64_t k = 0; k < std::min<std::int64_t>(found.counts[n], room); ++k)
      rows[n].push_back(at(static_cast<std::int64_t>(n), k));
  return rows;
}

TEST_CASE_TEMPLATE("neighbours in the order that atomics gave them become ascending", Layout, layout_right, layout_left)
{
  auto all = random_particles<float, 2>(333, seed());
  for (auto& axis : all.along)
    for (std::size_t n = 0; n < 40; ++n) axis[n] = 0.5f;  // more neighbours than there is room for
  int doubtful = 0;
  const auto expected = expected_neighbors(all, 0.3, doubtful);
  if (doubtful > 0) return;  // rounding decides of a pair
  constexpr std::int64_t room = 101;
  const auto found = sorted_rows<Layout>(all, room);
  int wrong = 0, cut = 0;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const bool fits = expected[n].size() <= room;
    cut += !fits;
    wrong += fits ? found[n] != expected[n]
                  : static_cast<std::int64_t>(found[n].size()) != room ||
                        !std::includes(expected[n].begin(), expected[n].end(), found[n].begin(), found[n].end()) ||
                        !std::is_sorted(found[n].begin(), found[n].end());
  }
  CHECK(wrong == 0);
  CHECK(cut > 0);
  CHECK(cut < 333);
}

TEST_CASE("a half list by cells, ascending")
{
  const executor on;
  const auto all = random_particles<float, 3>(409, seed());
  const memory<float> x(all.along[0]), y(all.along[1]), z(all.along[2]);
  const memory<int> counts(std::vector<int>(409)), indices(std::vector<int>(409 * 100));
  const gf::neighbor_list<> list(counts.data(), indices.data(), 409, 100);
  // [lists]
  auto sorted = gf::make_cells<float, 3>(on, gf::cells_in({0, 0, 0}, {1, 1, 1}, 0.2, 409), 409);  // once
  gf::sort_into_cells(on, gf::positions(x, y, z), sorted);          // for each set of positions
  gf::neighbors(on, sorted.cells(), 0.2, list, gf::pairs::once{});  // each pair in one row, in the order of cells
  gf::sort_neighbors(on, list);                                     // rows ascend
  // [lists]
  int doubtful = 0;
  const auto expected = half_of(expected_neighbors(all, 0.2, doubtful));
  if (doubtful > 0) return;  // rounding decides of a pair
  const auto count = counts.values(), index = indices.values();
  int wrong = 0;
  for (std::size_t n = 0; n < 409; ++n) {
    const auto first = index.begin() + static_cast<std::ptrdiff_t>(n * 100);
    wrong += std::vector<int>(first, first + count[n]) != expected[n];
  }
  CHECK(wrong == 0);
}

TEST_CASE("lists of no particle, of no room and of two sizes")
{
  const memory<int> counts(std::vector<int>{3, 1}), indices(std::vector<int>{2, 1});
  gf::sort_neighbors(executor{}, gf::neighbor_list<>(counts.data(), indices.data(), 0, 2));
  gf::sort_neighbors(executor{}, gf::neighbor_list<>(counts.data(), indices.data(), 2, 0));
  CHECK(indices.values() == std::vector<int>{2, 1});
  gf::neighbor_list<> list(counts.data(), indices.data(), 2, 1);
  list.counts = list.counts.subspan(1);
  CHECK(explains(message_of([&] { gf::sort_neighbors(executor{}, list); }), "neighbours of 1 particles"));
}

}  // namespace test_sort_neighbors
