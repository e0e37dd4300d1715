// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/version.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("versions are in order")
{
  static_assert(gf::version_number{0, 2, 0} > gf::version_number{0, 1, 9});
  static_assert(gf::version_number{1, 0, 0} > gf::version_number{0, 9, 9});
  static_assert(gf::version >= gf::version_number{0, 2, 0});
}
