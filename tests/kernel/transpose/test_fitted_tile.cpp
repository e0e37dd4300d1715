// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_tile.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

TEST_CASE("a tile has as many items as a block")
{
  CHECK(gf::kernel::fitted_items<gf::variant<gf::fitted_tile, gf::coarsen<32>, gf::block<64>>> == 2048);
}

TEST_CASE("a thread loads at most as many vectors together as registers suffice for")
{
  using few = gf::kernel::loads_of_fitted_tile<gf::variant<gf::coarsen<16>, gf::block<256>>, float, 4>;
  CHECK(few::together == 4);
  CHECK(few::resident_threads == 1536);
  using many = gf::kernel::loads_of_fitted_tile<gf::variant<gf::coarsen<64>, gf::block<384>>, float, 4>;
  CHECK(many::together == 6);
  CHECK(many::resident_threads == 3 * 384);
  using wide = gf::kernel::loads_of_fitted_tile<gf::variant<gf::coarsen<8>, gf::block<256>>, double[8], 1>;
  CHECK(wide::resident_threads == 256);
}
