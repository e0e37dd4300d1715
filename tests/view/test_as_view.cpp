// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/as_view.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

namespace
{

/// In place of an array.
struct watched_tile {
  [[nodiscard]] int view(int size) const { return -size; }
};

}  // namespace

TEST_CASE("a view has the first elements of a tile, and what stands for a tile says what its view is")
{
  const int tile[4] = {2, 3, 5, 7};
  const auto view = gf::as_view(tile, 3);
  REQUIRE(view.extent(0) == 3);
  CHECK(view(2) == 5);
  CHECK(gf::as_view(watched_tile{}, 3) == -3);
}

TEST_CASE("elements are converted as they are read")
{
  const int tile[4] = {2, 3, 5, 7};
  const auto view = gf::as_view_of<double>(tile, 2);
  static_assert(std::is_same_v<decltype(view(0)), double>);
  CHECK((view.extent(0) == 2 && view(1) == 3.0));
}
