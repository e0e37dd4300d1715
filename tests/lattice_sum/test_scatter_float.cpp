// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

TEST_CASE("every scatter variant sums float sources to within its error bound")
{
  test::check_every_variant<gridfold::scatter, float>();
}
