// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/config.hpp>

#include <doctest/doctest.h>

namespace
{

GRIDFOLD_HD constexpr int twice(int n) { return 2 * n; }

/// 0 + 1 + ... + 9 by each kind of loop.
int sum_by_loops(int kind)
{
  int sum = 0;
  if (kind == 0) {
    GRIDFOLD_UNROLL
    for (int i = 0; i < 10; ++i) sum += i;
  } else if (kind == 1) {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < 10; ++i) sum += i;
  } else {
    GRIDFOLD_UNROLL_BY(4)
    for (int i = 0; i < 10; ++i) sum += i;
  }
  return sum;
}

}  // namespace

TEST_CASE("a function for host and device is a constant expression where it can be")
{
  static_assert(twice(21) == 42);
  CHECK(twice(4) == 8);
}

TEST_CASE("unrolled loops have the iterations of plain ones")
{
  for (int kind = 0; kind < 3; ++kind) CHECK(sum_by_loops(kind) == 45);
}

TEST_CASE("CCCL is new enough") { static_assert(CCCL_VERSION >= 2008000); }
