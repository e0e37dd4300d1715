// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/global.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("global reads single elements where they lie")
{
  static_assert(gf::memory_space<gf::global> && gf::global::is_direct && !gf::global::takes_stages(2));
  CHECK(gf::global::name() == "global");
}
