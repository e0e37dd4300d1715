// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_products.hpp"

namespace test_multiply_variants
{

TEST_CASE("every variant multiplies matrices of every type and layout") { test::products::check_every_product(); }

}  // namespace test_multiply_variants
