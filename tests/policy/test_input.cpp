// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/input.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("the library's memory spaces say which of them a kernel can read in which way")
{
  static_assert(gf::global::is_direct && gf::read_only::is_direct && gf::prefetching::is_direct);
  static_assert(!gf::shared::is_direct && !gf::constant::is_direct && !gf::source_bins<8>::is_direct);
  static_assert(gf::policy::tiled_input<gf::shared> && !gf::policy::tiled_input<gf::global> &&
                !gf::policy::tiled_input<gf::constant>);
  static_assert(gf::constant::read_by_host && !gf::shared::read_by_host && !gf::global::read_by_host);
  static_assert(gf::shared::takes_stages(3) && !gf::read_only::takes_stages(3));
}
