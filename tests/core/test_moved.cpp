// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/moved.hpp>
//
#include <doctest/doctest.h>

#include <memory>
#include <type_traits>
#include <utility>

TEST_CASE("moved is std::move")
{
  auto from = std::make_unique<int>(3);
  const auto to = gridfold::core::moved(from);
  CHECK(from == nullptr);
  CHECK(*to == 3);
  static_assert(std::is_same_v<decltype(gridfold::core::moved(to)), decltype(std::move(to))>);
}
