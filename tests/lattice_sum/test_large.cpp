// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

TEST_CASE_TEMPLATE("10,000 sources on a lattice of 257 x 129 x 3", T, float, double) { test::check_large<T>(); }
