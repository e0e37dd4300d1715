// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

namespace test_lattice_sum_gather
{

TEST_CASE("every gather variant sums to within its error bound")
{
  test::sums::check_every_variant<gridfold::gather>();
}

}  // namespace test_lattice_sum_gather
