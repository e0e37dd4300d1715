// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../../examples/support/graphene_sheet.hpp"
#include "check_lists.hpp"

namespace test_neighbors_graphene
{

TEST_CASE("every variant finds the bonds of graphene")
{
  const graphene::sheet sheet(9, 11);
  const test::particles<float, 2> atoms{{sheet.x, sheet.y}};
  int doubtful = 0;
  const auto expected = test::expected_neighbors(atoms, graphene::cutoff, doubtful);
  REQUIRE(doubtful == 0);
  CHECK(test::lists::most(expected) == 3);
  std::size_t ends = 0;
  for (const auto& neighbors : expected) ends += neighbors.size();
  CHECK(ends == 2 * graphene::bonds(9, 11));
  using layouts = gridfold::list<test::lists::row_major, test::lists::column_major>;
  test::for_each_combination(test::pairwise<test::lists::every_finder, layouts>{}, [&]<class V, class Layout>() {
    test::lists::check_list<V, Layout>(atoms, graphene::cutoff, expected, 10);
  });
}

}  // namespace test_neighbors_graphene
