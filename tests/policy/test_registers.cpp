// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/registers.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a kernel decides about registers unless a variant says how many")
{
  static_assert(std::is_same_v<gf::variant<>::registers, gf::registers_by_kernel>);
  static_assert(gf::variant<gf::registers<96>>::registers::most == 96);
  CHECK(std::string(gf::variant<>::name()).find("registers") == std::string::npos);
  CHECK(gf::variant<gf::registers<96>>::name() == gf::variant<>::name() + "/registers:96");
}
