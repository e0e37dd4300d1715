// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/small_divisor.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

namespace
{

bool divides_exactly(int by)
{
  const gridfold::kernel::small_divisor divisor(by);
  for (int n = 0; n < 1 << 15; ++n)
    if (divisor.quotient(n) != n / by) return false;
  return true;
}

}  // namespace

TEST_CASE("a small divisor divides like /")
{
  for (const int by : {1, 2, 3, 5, 7, 64, 127, 128, 641, 4096, 32767}) CHECK(divides_exactly(by));
}
