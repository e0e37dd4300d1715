// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/fitted_tile.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

TEST_CASE("a fitted tile holds a matrix of as many elements as it has items")
{
  using variant = gf::variant<gf::fitted_tile, gf::coarsen<32>, gf::block<64>>;
  CHECK(gf::kernel::fitted_items<variant> == 2048);
  CHECK(gf::kernel::fits_in_tile<variant>(32, 64));
  CHECK(gf::kernel::fits_in_tile<variant>(1, 2048));
  CHECK(!gf::kernel::fits_in_tile<variant>(3, 683));
  CHECK(!gf::kernel::fits_in_tile<variant>(std::int64_t{1} << 62, 4));
}
