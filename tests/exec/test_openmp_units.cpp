// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <omp.h>

#include <atomic>

#include "openmp_units.hpp"

namespace
{

std::atomic<int> team, calls;

void count_team()
{
  team = omp_get_num_threads();
  ++calls;
}

}  // namespace

TEST_CASE("units of one program with and without OpenMP run a kernel each in its own way")
{
  team = calls = 0;
  test::run_blocks<gridfold::host>(count_team);
  CHECK(team == 2);
  CHECK(calls == 8);
  team = calls = 0;
  test::run_without_openmp(count_team);
  CHECK(team == 1);
  CHECK(calls == 8);
}
