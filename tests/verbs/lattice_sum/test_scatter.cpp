// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

namespace test_lattice_sum_scatter
{

TEST_CASE("every scatter variant sums to within its error bound")
{
  test::sums::check_every_variant<gridfold::scatter>();
}

}  // namespace test_lattice_sum_scatter
