// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>

namespace gf = gridfold;

TEST_CASE("model.hpp alone has counts, floors and occupancy")
{
  const auto counted = gf::counts_of_pairs<gf::variant<>, float>(gf::coulomb<>{});
  CHECK(counted.pairs == 128);
  CHECK(gf::lattice_sum_floor<gf::variant<>, float>(gf::coulomb<>{}, gf::h200).per_second() > 0);
  CHECK(gf::copy_floor(gf::h200).per_second() > 0);
}
