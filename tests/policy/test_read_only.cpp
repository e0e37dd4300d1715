// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/read_only.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("read_only has loads of its own, of elements and of what all threads need")
{
  static_assert(gf::memory_space<gf::read_only> && gf::read_only::is_direct);
  float numbers[] = {1, 2, 3};
  const cuda::std::mdspan<float, cuda::std::dextents<int, 1>> in(numbers, 3);
  const auto view = gf::read_only::view_of(in);
  static_assert(std::is_same_v<decltype(view)::accessor_type, gf::read_only_accessor<float>>);
  static_assert(std::is_same_v<decltype(gf::read_only::parameter_of(in)), std::remove_const_t<decltype(view)>>);
  CHECK(view(2) == 3);
  CHECK(gf::read_only::name() == "read_only");
}
