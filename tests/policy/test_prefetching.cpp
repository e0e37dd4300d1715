// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/prefetching.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/view/repeated.hpp>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("prefetching has loads of its own, but keeps an accessor of the caller's")
{
  static_assert(gf::memory_space<gf::prefetching> && gf::prefetching::is_direct);
  float numbers[] = {1, 2, 3};
  const cuda::std::mdspan<float, cuda::std::dextents<int, 1>> in(numbers, 3);
  const auto view = gf::prefetching::view_of(in);
  static_assert(std::is_same_v<decltype(view)::accessor_type, gf::prefetching_accessor<float>>);
  CHECK(view(2) == 3);
  static_assert(std::is_same_v<decltype(gf::prefetching::view_of(gf::repeated<float>(1, 4))), gf::repeated<float>>);
  CHECK(gf::prefetching::name() == "prefetching");
}
