// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/loading.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("ways to load belong to one axis, and have names of their own")
{
  static_assert(std::is_same_v<gf::corner_turning::axis, gf::axis::loading>);
  static_assert(std::is_same_v<gf::row_by_row::axis, gf::axis::loading>);
  static_assert(std::is_same_v<gf::through_registers::axis, gf::axis::loading>);
  CHECK(gf::corner_turning::name() == "corner_turning");
  CHECK(gf::row_by_row::name() == "row_by_row");
  CHECK(gf::through_registers::name() == "through_registers");
}
