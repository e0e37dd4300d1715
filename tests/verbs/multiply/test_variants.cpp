// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_products.hpp"

namespace test_multiply_variants
{

TEST_CASE("every variant multiplies matrices of every type and layout")
{
  test::products::check_products<test::products::every_product>();
}

TEST_CASE("warps of any shape multiply, with a limit of registers too")
{
  test::products::check_products<test::products::products_by_warps>();
}

}  // namespace test_multiply_variants
