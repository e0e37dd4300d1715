// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/reduce.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a verb with one default takes it for the smallest sizes and for every type")
{
  using usual = gf::default_variant<gf::device, gf::verb::reduce>;
  bool is_usual = false;
  gf::defaults::with_choice<gf::device, gf::verb::reduce, double>(
      0, 1, [&]<class C>() { is_usual = std::is_same_v<typename C::type, usual>; });
  CHECK(is_usual);
}

TEST_CASE("a reduction by default gathers, so that its result has a fixed order")
{
  static_assert(std::is_same_v<gf::default_variant<gf::device, gf::verb::reduce>::decomposition, gf::gather>);
  static_assert(std::is_same_v<gf::default_variant<gf::host, gf::verb::reduce>::decomposition, gf::gather>);
}
