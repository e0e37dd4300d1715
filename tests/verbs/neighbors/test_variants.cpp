// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_lists.hpp"

namespace test_neighbors_variants
{

TEST_CASE("every variant finds the neighbours of particles in a plane and in space")
{
  test::lists::check_every_finder();
}

}  // namespace test_neighbors_variants
