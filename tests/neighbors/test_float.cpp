// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_lists.hpp"

TEST_CASE("every variant finds the neighbours of float particles in a plane")
{
  test::check_random_particles<float, 2>();
}

TEST_CASE("every variant finds the neighbours of float particles in space")
{
  test::check_random_particles<float, 3>();
}
