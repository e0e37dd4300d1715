// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/spans.hpp>

#include <doctest/doctest.h>

#include <cuda/std/span>
#include <gridfold/exec/host.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

TEST_CASE("a span is a vector that is counted in int")
{
  const std::vector<float> numbers = {1, 2, 5};
  const auto seen = gf::launch::input_span(gf::host{}, cuda::std::span<const float>(numbers), "numbers");
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(seen)>, gf::launch::int_counted<const float>>);
  CHECK(seen.extent(0) == 3);
  CHECK(seen(2) == 5);
}
