// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/positions.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cuda/std/span>
#include <type_traits>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("positions view an array an axis, whatever contains it")
{
  const std::vector<double> x = {1, 2, 3};
  const std::array<double, 3> y = {4, 5, 6};
  const cuda::std::span<const double> z(x);
  const gf::positions in_plane(x, y);
  static_assert(std::is_same_v<decltype(in_plane), const gf::positions<double, 2>>);
  CHECK(in_plane.size() == 3);
  CHECK(in_plane.along[0].data() == x.data());
  CHECK(in_plane.along[1][2] == 6);
  const gf::positions in_space(x, y, z);
  static_assert(std::is_same_v<decltype(in_space), const gf::positions<double, 3>>);
  CHECK(in_space.along[2].data() == x.data());
  for (int size = 0; size < 3; ++size) {
    const gf::positions<double, 1> on_line(z.first(static_cast<std::size_t>(size)));
    CHECK(on_line.size() == size);
  }
}

TEST_CASE("axes of different sizes are refused")
{
  const std::vector<float> three(3), four(4);
  CHECK(explains(message_of([&] { gf::positions(three, three, four); }), "arrays are of 3 and 4 elements"));
}
