// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_lists.hpp"

TEST_CASE("every variant finds the neighbours of double particles in a plane")
{
  test::check_random_particles<double, 2>();
}

TEST_CASE("every variant finds the neighbours of double particles in space")
{
  test::check_random_particles<double, 3>();
}
