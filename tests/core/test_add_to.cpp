// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/add_to.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<float, cuda::std::dextents<int, 3>>;

}  // namespace

TEST_CASE("an output to add to is a view of the same memory, whether the caller has a view or a container")
{
  std::vector<float> values(24);
  const auto sum_here = gf::add_to(view(values.data(), 2, 3, 4));
  static_assert(std::is_same_v<decltype(gf::core::target_of(sum_here)), const view&>);
  CHECK(gf::core::target_of(sum_here).data_handle() == values.data());
  CHECK(gf::core::target_of(sum_here).extent(1) == 3);

  auto of_list = gf::add_to(values);
  static_assert(std::is_same_v<gf::core::target<decltype(of_list)>, cuda::std::span<float>>);
  CHECK(gf::core::target_of(of_list).data() == values.data());
  CHECK(gf::core::target_of(of_list).size() == 24);
}

TEST_CASE("an output without add_to is itself, and replaced")
{
  std::vector<float> values(3);
  CHECK(&gf::core::target_of(values) == &values);
  static_assert(!gf::core::adds<std::vector<float>> && !gf::core::adds<view>);
  static_assert(gf::core::adds<decltype(gf::add_to(values))> && gf::core::adds<decltype(gf::add_to(values))&>);
}

TEST_CASE("const elements stay const, so that verbs refuse them")
{
  const std::vector<float> values(3);
  static_assert(std::is_same_v<gf::core::target<decltype(gf::add_to(values))>, cuda::std::span<const float>>);
}
