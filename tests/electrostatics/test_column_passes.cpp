// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/column_passes.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/host.hpp>
#include <set>

namespace column_passes_tests
{

namespace gf = gridfold;
using passes = gf::electrostatics::column_passes<gf::host, double>;

TEST_CASE("tables of transforms have a turn for each node and a wave number for each set of the last pass")
{
  const passes of12(gf::host{}, 12);
  const auto turns = of12.turns.values();
  REQUIRE(turns.size() == 12);
  CHECK(turns[0].real == 1);
  CHECK(turns[3].real == doctest::Approx(0));
  CHECK(turns[3].imag == doctest::Approx(-1));
  CHECK(turns[1].real * turns[1].real + turns[1].imag * turns[1].imag == doctest::Approx(1));
  const auto last = static_cast<std::size_t>(of12.passes.of[of12.passes.count - 1].factor);
  const auto order = of12.order.values();
  CHECK(order.size() == 12 / last);
  // A set has wave numbers a stride of 12 / last apart: each set one below the stride.
  CHECK(std::set<int>(order.begin(), order.end()).size() == order.size());
  for (const int wave : order) CHECK(wave < static_cast<int>(12 / last));
}

TEST_CASE("a number of nodes without a transform is refused")
{
  for (const std::int64_t nodes : {-2, 0, 1, 11, 26, 8194, 16384})
    CHECK_THROWS_WITH_AS(passes(gf::host{}, nodes), doctest::Contains("take the parameters from choose_mesh"),
                         gf::error);
  CHECK(passes(gf::host{}, 8192).passes.nodes == 8192);
}

}  // namespace column_passes_tests
