// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/gather_culled.hpp>

#include <doctest/doctest.h>

#include "../../verbs/cutoff_sum/check_cutoff.hpp"

namespace gf = gridfold;

TEST_CASE("a block or each of its warps culls the sources of the cells in reach, and sums those that are left")
{
  constexpr gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {11, 7, 5}};
  const test::cut_problem<float> problem{where, gf::cells_around(where, 1.5, 300),
                                         reference::random_sources<float>(300, where, 11), 1.5};
  const auto expected = test::expected_sums(problem, test::cut_form);
  test::check_cut<gf::variant<gf::coarsen<2, 2>, gf::shared_tile<32>, gf::planes<2>, gf::block<4, 8>>>(problem,
                                                                                                       expected);
  test::check_cut<gf::variant<gf::coarsen<2>, gf::shared_tile<64>, gf::planes<4>, gf::cull_by_warp, gf::block<4, 16>>>(
      problem, expected);
}
