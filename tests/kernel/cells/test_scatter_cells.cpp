// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/scatter_cells.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "../../verbs/cutoff_sum/check_cutoff.hpp"

namespace gf = gridfold;

TEST_CASE("integers of an interval, within bounds, also of one without end")
{
  const auto check = [](double low, double high, std::int64_t first, std::int64_t last) {
    const auto found = gf::kernel::integers_between(low, high, 9);
    CHECK(found.first == first);
    CHECK(found.last == last);
  };
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  check(1.5, 3.5, 2, 3);
  check(2, 3, 2, 3);
  check(-1e300, 1e300, 0, 9);
  check(-inf, inf, 0, 9);
  check(nan, nan, 0, 9);
  for (const auto& [low, high] : {std::pair{9.5, 12.0}, {-5.0, -0.5}, {inf, inf}, {-inf, -inf}})
    check(low, high, 0, -1);
  const auto between = gf::kernel::integers_between(2.2, 2.8, 9);
  CHECK(between.last < between.first);
}

TEST_CASE("each source is added to the points within the cutoff, whatever part of them a thread owns")
{
  constexpr gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {11, 7, 5}};
  const test::cut_problem<float> problem{where, gf::cells_around(where, 1.5, 300),
                                         reference::random_sources<float>(300, where, 11), 1.5};
  const auto expected = test::expected_sums(problem, test::cut_form);
  test::check_cut<gf::variant<gf::scatter, gf::block<32, 4>>>(problem, expected);
  test::check_cut<gf::variant<gf::scatter, gf::contiguous, gf::coarsen<3>, gf::block<1, 7>>>(problem, expected);
}
