// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbours by all pairs, of every variant.
#include <gridfold/neighbors_by_pairs.hpp>

#include "neighbors/check_lists.hpp"

namespace test_neighbors_variants
{

TEST_CASE("every variant finds the neighbours of particles in a plane and in space")
{
  test::lists::check_every_finder();
}

}  // namespace test_neighbors_variants
