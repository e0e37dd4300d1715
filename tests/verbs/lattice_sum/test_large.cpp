// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

namespace test_lattice_sum_large
{

TEST_CASE_TEMPLATE("2,501 sources on a lattice of 257 x 43 x 3", T, float, double) { test::sums::check_large<T>(); }

}  // namespace test_lattice_sum_large
