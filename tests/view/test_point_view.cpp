// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/point_view.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>

namespace gf = gridfold;

TEST_CASE("a point is a coordinate of every axis, aligned for one load")
{
  static_assert(alignof(gf::view::point<float, 2>) == 8 && sizeof(gf::view::point<float, 3>) == 16);
  const float x[] = {1, 2, 3}, y[] = {4, 5, 6}, z[] = {7, 8, 9};
  using axis = cuda::std::mdspan<const float, cuda::std::dextents<int, 1>>;
  const gf::view::point_view<axis, 3> points{{axis(x, 3), axis(y, 3), axis(z, 3)}};
  CHECK(points.extent(0) == 3);
  const gf::view::point<float, 3> last = points(2);
  CHECK(last.at[0] == 3);
  CHECK(last.at[1] == 6);
  CHECK(last.at[2] == 9);
}
