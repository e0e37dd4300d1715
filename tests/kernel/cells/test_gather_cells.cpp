// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/gather_cells.hpp>

#include <doctest/doctest.h>

#include "../../verbs/cutoff_sum/check_cutoff.hpp"

namespace gf = gridfold;

TEST_CASE("every thread sums the sources of the cells in reach, read where they lie")
{
  constexpr gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {11, 7, 5}};
  const test::cut_problem<float> problem{where, gf::cells_around(where, 1.5, 300),
                                         reference::random_sources<float>(300, where, 11), 1.5};
  const auto expected = test::expected_sums(problem, test::cut_form);
  test::check_cut<gf::variant<gf::coarsen<4>, gf::global, gf::block<8, 4>>>(problem, expected);
}
