// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

namespace test_reduce_variants
{

TEST_CASE("every reduction sums to within its error bound") { test::reductions::check_sums_of_every_variant(); }

}  // namespace test_reduce_variants
