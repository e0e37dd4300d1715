// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

TEST_CASE("every gathering reduction sums floats to within its error bound")
{
  test::check_sums_of_every_variant<float>(test::every_gather{});
}
