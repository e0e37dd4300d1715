// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/chunk.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/source.hpp>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a chunk is read like a view of its elements, and travels by value")
{
  using chunk = gf::view::chunk<gf::source<float>, 3>;
  static_assert(std::is_trivially_copyable_v<chunk>);
  const chunk some{{{1, 2, 3, 4}, {5, 6, 7, 8}}, 2};
  const chunk copy = some;
  CHECK(copy.extent(0) == 2);
  CHECK(copy(1).charge == 8);
}
