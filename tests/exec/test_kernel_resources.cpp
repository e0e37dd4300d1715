// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/kernel_resources.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("resources are equal if all of them are")
{
  const gf::kernel_resources resources{128, 40, 1024, 0};
  CHECK(resources == gf::kernel_resources{128, 40, 1024, 0});
  CHECK_FALSE(resources == gf::kernel_resources{128, 40, 1024, 16});
  CHECK(gf::compiled_kernel{}.resources == gf::kernel_resources{});
}
