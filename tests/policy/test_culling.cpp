// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/culling.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("sources are culled for a block unless a variant says for a warp")
{
  static_assert(std::is_same_v<gf::variant<>::culling, gf::cull_by_block>);
  static_assert(std::is_same_v<gf::variant<gf::cull_by_warp>::culling, gf::cull_by_warp>);
  CHECK(std::string(gf::variant<>::name()).find("by block") == std::string::npos);
  CHECK(gf::variant<gf::cull_by_warp>::name() == gf::variant<>::name() + "/by warp");
}
