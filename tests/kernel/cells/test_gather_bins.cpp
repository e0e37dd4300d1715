// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/gather_bins.hpp>

#include <doctest/doctest.h>

#include "../../verbs/cutoff_sum/check_cutoff.hpp"

namespace gf = gridfold;

namespace
{

constexpr gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {11, 7, 5}};

template <class V, class Boundary>
void check(const gf::cell_box<Boundary>& box, const std::vector<gf::source<float>>& sources)
{
  const test::cut_problem<float, Boundary> problem{where, box, sources, 1.5};
  test::check_cut<V>(problem, test::expected_sums(problem, test::cut_form));
}

/// Bins that hold all of a cell, some of it, and one source each; one bin for a block, and one for each thread.
template <class Boundary>
void check_capacities(const gf::cell_box<Boundary>& box, const std::vector<gf::source<float>>& sources)
{
  using tile = gf::list<gf::coarsen<2>, gf::planes<3>, gf::block<4, 6>>;
  check<gf::variant<tile, gf::source_bins<24>>>(box, sources);
  check<gf::variant<tile, gf::source_bins<8>>>(box, sources);
  check<gf::variant<tile, gf::source_bins<3>>>(box, sources);
  check<gf::variant<tile, gf::source_bins<1>>>(box, sources);
}

}  // namespace

TEST_CASE("a block keeps a source for each thread, and a size for each bin")
{
  using V = gf::variant<gf::source_bins<8>, gf::planes<2>, gf::block<8, 8>>;
  using storage = gf::kernel::gather_bins_storage<V, float, gf::boundary::open>;
  static_assert(sizeof(storage::tile) == 64 * sizeof(gf::source<float>) && sizeof(storage::sizes) == 8 * sizeof(int));
}

TEST_CASE("a block sums bins and what did not fit into them, whatever their capacity")
{
  const auto sources = reference::random_sources<float>(300, where, 11);
  check_capacities(gf::cells_around(where, 1.5, 300), sources);
  check_capacities(gf::cell_box<>{{0, 0, 0}, {20}, {1, 1, 1}}, sources);  // all in one cell
  check_capacities(gf::cell_box<gf::boundary::periodic>{{-1, -1, -1}, {1.5, 1, 3}, {5, 7, 2}}, sources);
  check_capacities(gf::cells_around(where, 1.5, 0), {});
}

TEST_CASE("more cells that overflow than a block lists at a time are added before the list is full")
{
  std::vector<gf::source<float>> sources;
  for (int n = 0; n < 4; ++n)
    for (const auto& s : reference::random_sources<float>(400, where, 20 + static_cast<unsigned>(n)))
      sources.push_back(s);
  // 13 x 9 x 7 cells with about 2 sources each: most of the 24 bins of one source that are loaded together overflow.
  check_capacities(gf::cell_box<>{{-0.5, -0.5, -0.5}, {0.5}, {13, 9, 7}}, sources);
}
