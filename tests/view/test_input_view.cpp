// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/input_view.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/repeated.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

using vector = cuda::std::mdspan<float, cuda::std::dextents<int, 1>, cuda::std::layout_stride>;

std::vector<float> numbers = {0, 1, 2, 3, 4, 5};
const vector every_second(numbers.data(), {cuda::std::dextents<int, 1>(3), cuda::std::array<int, 1>{2}});

}  // namespace

TEST_CASE_TEMPLATE("a kernel reads the caller's elements, and cannot write them", Input, gf::global, gf::read_only,
                   gf::prefetching, gf::shared)
{
  const auto view = gf::view::input_view<Input>(every_second);
  static_assert(std::is_const_v<typename decltype(view)::element_type>);
  REQUIRE(view.extent(0) == 3);
  for (int i = 0; i < 3; ++i) CHECK(view(i) == every_second(i));
}

TEST_CASE("inputs read_only and prefetching have loads of their own")
{
  const auto read_only = gf::view::input_view<gf::read_only>(every_second);
  static_assert(std::is_same_v<decltype(read_only)::accessor_type, gf::read_only_accessor<float>>);
  const auto prefetching = gf::view::input_view<gf::prefetching>(every_second);
  static_assert(std::is_same_v<decltype(prefetching)::accessor_type, gf::prefetching_accessor<float>>);
}

TEST_CASE("an accessor of the caller's is kept")
{
  const gf::repeated<float> in(1.5f, 4);
  static_assert(std::is_same_v<decltype(gf::view::input_view<gf::global>(in)), gf::repeated<float>>);
  static_assert(std::is_same_v<decltype(gf::view::input_view<gf::prefetching>(in)), gf::repeated<float>>);
  CHECK(gf::view::input_view<gf::global>(in)(3) == 1.5f);
}
