// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../examples/graphene/sheet.hpp"
#include "check_lists.hpp"

TEST_CASE("every variant finds the bonds of graphene")
{
  const graphene::sheet sheet(9, 11);
  const test::particles<float, 2> atoms{{sheet.x, sheet.y}};
  int doubtful = 0;
  const auto expected = test::expected_neighbors(atoms, graphene::cutoff, doubtful);
  REQUIRE(doubtful == 0);
  CHECK(test::most(expected) == 3);
  std::size_t ends = 0;
  for (const auto& neighbors : expected) ends += neighbors.size();
  CHECK(ends == 2 * graphene::bonds(9, 11));
  gridfold::for_each(test::every_finder{}, [&]<class V>() {
    test::check_list<V, test::row_major>(atoms, graphene::cutoff, expected, 10);
    test::check_list<V, test::column_major>(atoms, graphene::cutoff, expected, 10);
  });
}
