// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/decomposition.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("gather and scatter exclude each other, by their axis")
{
  static_assert(std::is_same_v<gf::gather::axis, gf::scatter::axis>);
  static_assert(!std::is_same_v<gf::gather, gf::scatter>);
  static_assert(gf::decomposition<gf::gather> && gf::decomposition<gf::scatter>);
  static_assert(gf::gather::owns_outputs && !gf::scatter::owns_outputs);
  CHECK(gf::gather::name() == "gather");
  CHECK(gf::scatter::name() == "scatter");
}
