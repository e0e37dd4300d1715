// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/transform.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("copy takes the default of transform")
{
  static_assert(std::is_same_v<gf::default_variant<gf::device, gf::verb::copy, int>,
                               gf::default_variant<gf::device, gf::verb::transform, int>>);
  static_assert(std::is_same_v<gf::default_variant<gf::host, gf::verb::copy>,
                               gf::default_variant<gf::host, gf::verb::transform>>);
}
