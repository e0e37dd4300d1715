// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/host_memory.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace gf = gridfold;

TEST_CASE("an executor's host memory is zeroed, copied and set")
{
  const gf::host_memory on;
  std::vector<int> numbers = on.zeros<int>(4);
  CHECK(numbers == std::vector<int>(4));
  const int three[] = {1, 2, 3};
  on.copy(three, numbers.data() + 1, 3);
  CHECK(numbers == std::vector<int>{0, 1, 2, 3});
  on.fill_bytes(numbers.data(), 2, 0xff);
  CHECK(numbers == std::vector<int>{-1, -1, 2, 3});
  on.fill_bytes(static_cast<int*>(nullptr), 0, 0xff);
  on.require_access(nullptr, "nothing");
}
