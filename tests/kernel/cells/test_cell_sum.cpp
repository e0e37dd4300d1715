// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/cell_sum.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("a range's sources are moved by periods in a periodic box alone")
{
  using periodic = gf::kernel::source_range<float, gf::boundary::periodic>;
  const auto moved = periodic{0, 1, {10, 0, -10}}.moved({1, 2, 3, 4});
  CHECK((moved.x == 11 && moved.y == 2 && moved.z == -7 && moved.charge == 4));
  static_assert(sizeof(gf::kernel::source_range<float, gf::boundary::open>) < sizeof(periodic));
}
