// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/bins.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("source_bins have a capacity, and need cells")
{
  static_assert(gf::memory_space<gf::source_bins<8>> && gf::source_bins<8>::needs_cells);
  static_assert(gf::source_bins<8>::capacity == 8 && !gf::source_bins<8>::is_direct);
  static_assert(!gf::policy::tiled_input<gf::source_bins<8>>);
  CHECK(gf::source_bins<8>::name() == "bins:8");
}
