// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/neighbors/gather_cell_neighbors.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <vector>

namespace gf = gridfold;

TEST_CASE("a thread finds the neighbours of its particle, behind the faces of a periodic box too")
{
  const std::vector<float> x = {0.25f, 1, 5, 9.75f}, zero(4, 0);
  const gf::host on{1};
  const auto neighbors_of = [&](auto box) {
    auto sorted = gf::make_cells<float, 3>(on, box, 4);
    gf::sort_into_cells(on, gf::positions(x, zero, zero), sorted);
    std::vector<int> counts(4, -1), indices(12, -1);
    gf::neighbors(on, sorted.cells(), 1, gf::neighbor_list<>(counts.data(), indices.data(), 4, 3));
    return counts;
  };
  CHECK(neighbors_of(gf::cell_box<>{{0, -5, -5}, {2}, {5, 5, 5}}) == std::vector<int>{1, 1, 0, 0});
  CHECK(neighbors_of(gf::cell_box<gf::boundary::periodic>{{0, -5, -5}, {2}, {5, 5, 5}}) ==
        std::vector<int>{2, 1, 0, 1});
}
