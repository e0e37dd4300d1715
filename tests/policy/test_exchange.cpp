// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/exchange.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("ways to exchange belong to one axis, and have names of their own")
{
  static_assert(std::is_same_v<gf::exchange_registers::axis, gf::axis::exchange>);
  static_assert(std::is_same_v<gf::exchange_shared::axis, gf::axis::exchange>);
  static_assert(std::is_same_v<gf::exchange_dynamic_shared::axis, gf::axis::exchange>);
  static_assert(std::is_same_v<gf::exchange_global::axis, gf::axis::exchange>);
  const std::set<std::string> names = {gf::exchange_registers::name(), gf::exchange_shared::name(),
                                       gf::exchange_dynamic_shared::name(), gf::exchange_global::name()};
  CHECK(names.size() == 4);
  for (const std::string& name : names) CHECK(name.starts_with("exchange:"));
}
